"""What several commands share: their options, what is printed and how a process ends."""
