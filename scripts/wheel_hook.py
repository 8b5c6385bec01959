"""What Hatch asks for when it packs the project: the library of the game for a wheel, and the addresses of the project.

`scripts.build_wheels` names a folder with a library and what installers call its machines. No wheel is made without: it
would play nothing. An editable installation builds the library at its first game.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LIBRARY = "UCGSIM_WHEEL_LIBRARY"
"""An environment variable: the folder whose content becomes `ucgsim/library` in the wheel."""
TAG = "UCGSIM_WHEEL_TAG"
"""An environment variable: the tag of the wheel, as ``py3-none-win_amd64``."""
REFUSAL = (
    "ucgsim: error: no wheel is made without the library of the game: install a wheel of a release (there are some for "
    "Linux, macOS and Windows), or run scripts/quickstart in a checkout, which builds the library"
)


class LibraryHook(BuildHookInterface[Any]):
    """Puts the library into a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the library and its tag; ends the build where there is none."""
        if version == "editable":
            return
        folder, tag = os.environ.get(LIBRARY), os.environ.get(TAG)
        if not folder or not tag:
            self.app.abort(REFUSAL)
        build_data["force_include"][folder] = "ucgsim/library"
        build_data["tag"] = tag
        build_data["pure_python"] = False


class AddressHook(MetadataHookInterface):
    """Names the addresses of the project, which are those of the repository that builds a release."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the README, and addresses where a repository of GitHub builds; elsewhere nothing says which they are."""
        server, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
        text = Path(self.root, "README.md").read_text("utf-8")
        if server and name:
            metadata["urls"] = addresses(server, name)
            text = linked(text, f"{server}/{name}", f"v{metadata['version']}")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def addresses(server: str, name: str) -> dict[str, str]:
    """The addresses of a repository, by what package indexes call them."""
    owner, project = name.split("/")
    source, page = f"{server}/{name}", f"https://{owner.lower()}.github.io/{project}/"
    return {
        "Homepage": page,
        "Documentation": f"{page}docs/",
        "Source": source,
        "Issues": f"{source}/issues",
        "Changelog": f"{source}/blob/HEAD/CHANGELOG.md",
    }


def linked(text: str, source: str, tag: str) -> str:
    """A document of the repository as it reads elsewhere: what it links and shows lies in the repository."""
    text = re.sub(r"(!\[[^]]*\]\()(?![a-z]+:|#)", rf"\1{source}/raw/{tag}/", text)
    return re.sub(r"((?<!!)\[[^]]*\]\()(?![a-z]+:|#)", rf"\1{source}/blob/{tag}/", text)
