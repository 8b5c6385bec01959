"""Commands about runs that are kept: looked at, told, made pages of."""
