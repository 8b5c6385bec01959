"""Files: read with every surprise reported in one line, written whole or not at all."""
