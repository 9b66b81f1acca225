"""Who decides. A mind is a function: it is given the options and picks one of them."""
