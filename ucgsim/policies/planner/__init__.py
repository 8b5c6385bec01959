"""A fast player that learned from search: small networks weigh options, effects are tried before they are used."""
