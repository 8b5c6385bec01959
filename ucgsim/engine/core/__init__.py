"""What everything stands on: the record, the tables, constants, chance, decisions."""
