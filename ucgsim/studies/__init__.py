"""Questions and their answers, a folder a question; each is played, found, told, drawn."""
