"""How Python becomes the library of the game: what is compiled, how it is built, found and called."""
