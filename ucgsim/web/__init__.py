"""The page: the whole game in a browser, without Python."""
