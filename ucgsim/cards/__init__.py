"""What is printed: the catalog of facts and the import of an open card file."""
