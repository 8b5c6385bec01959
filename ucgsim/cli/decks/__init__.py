"""Commands about cards and decklists: nothing is played but to see what cards do."""
