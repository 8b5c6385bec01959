"""Effects resolve: the machine, its steps, payments, triggers (CR 9 to 11)."""
