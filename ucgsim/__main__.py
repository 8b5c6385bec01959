"""Runs the command line as `python -m ucgsim`, for where the script `ucgsim` is not on the path."""

from ucgsim.cli.main import main

if __name__ == "__main__":
    main()
