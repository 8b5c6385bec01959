# ruff: noqa: F403 - one vocabulary, spread over files that each tell one part of it
"""What a card can say, as plain data: values, selectors, conditions, triggers, statements.

Import it as one vocabulary: `tree.Draw`, `tree.Side`.
"""

from ucgsim.effects.tree.conditions import *
from ucgsim.effects.tree.selectors import *
from ucgsim.effects.tree.statements import *
from ucgsim.effects.tree.triggers import *
from ucgsim.effects.tree.values import *
from ucgsim.effects.tree.walking import *
