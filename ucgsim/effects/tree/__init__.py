"""What a card can say, as plain data: values, selectors, conditions, triggers, statements."""
