"""Write the site into a folder, the page at its top and the documents in `docs`: python -m scripts.build_site OUT ...

`.github/workflows/pages.yml` puts it on the web; `docs/publish.md` says how.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cli.common.console import tell
from ucgsim.cli.main import fail
from ucgsim.web.site import PAGE, write_site

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = "docs"


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--address", required=True, help="Where the folder will be served.")
def main(out: Path, address: str) -> None:
    """Build both into the folder OUT."""
    size = write_site(out, shipped_catalog(), address, f"{DOCUMENTS}/{PAGE}")
    base = address.removesuffix("/")
    # Material's advertisement for its successor is no warning of ours.
    known = {"NO_MKDOCS_2_WARNING": "1", "UCGSIM_PAGE": f"{base}/", "UCGSIM_DOCUMENTS": f"{base}/{DOCUMENTS}/"}
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "--site-dir", str((out / DOCUMENTS).resolve())]
    subprocess.run(build, cwd=ROOT, env=os.environ | known, check=True)
    tell(f"{out}: the page and the documents, for {base}/; a visitor of the page loads {size / 1000:,.0f} kB")


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/build_site", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
