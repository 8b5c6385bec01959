"""How it is counted: hands by class, redraws followed, exactly or by dealing."""
