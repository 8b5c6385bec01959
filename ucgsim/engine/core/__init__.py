"""What everything is on: the record, the tables, constants, chance, decisions."""
