"""Decks out of opened packs: what packs hold, pools dealt from them, decks made of pools."""
