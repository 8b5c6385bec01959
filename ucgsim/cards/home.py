"""Where the user's own data lie."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

HOME_VARIABLE = "UCGSIM_HOME"
"""Environment variable that names the folder for what a user imports."""


def home() -> Path:
    """Return the folder for what a user imports: $UCGSIM_HOME, or the usual place of the system."""
    named = os.environ.get(HOME_VARIABLE)
    return Path(named) if named else Path(platformdirs.user_data_dir("ucgsim", appauthor=False))
