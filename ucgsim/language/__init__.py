"""What is said in the language of the reader: English is in the code, others in message catalogs of gettext's form.

The catalog ``ucgsim`` has what commands, reports and errors say, ``page`` what the page says. Both are made by
``python -m scripts.translate``: translators write ``.po``, programs read the JSON that is made of it.
"""

from ucgsim.language.speech import INTERFACE, VARIABLE, gettext, marked, messages, speak, speaking, spoken

__all__ = ["INTERFACE", "VARIABLE", "gettext", "marked", "messages", "speak", "speaking", "spoken"]
