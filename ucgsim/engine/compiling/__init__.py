"""The compiler: what is compiled together, what machine code is kept, and by what it is known."""
