"""The studio: decks, odds, hands and runs in the browser, on the own machine."""
