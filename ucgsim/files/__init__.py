"""Files: read with every surprise told in one line, written whole or not at all."""
