"""One game in slow motion: Game, scenarios, replays and transcripts."""
