"""What each rule of the grammar means; the grammar itself lies beside them, in the `.lark` files."""
