"""A fast player that learned from its games: small networks weigh options, effects are tried before they are used."""
