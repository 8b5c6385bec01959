"""Commands for those who work on ucgsim: how fast it is, what must be true of its rules, its code made ahead."""
