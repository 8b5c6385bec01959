"""Monte Carlo deck analysis for the Ultraman Card Game."""
