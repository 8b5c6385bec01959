"""Commands about the folders of runs: looked at, checked, made pages of."""
