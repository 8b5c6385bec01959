"""What each rule of the grammar means; the grammar itself lies next to them, in the `.lark` files."""
