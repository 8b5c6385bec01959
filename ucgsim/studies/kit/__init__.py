"""What all questions are made with: what is asked, played, stored, checked and shown."""
