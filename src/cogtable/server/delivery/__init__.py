"""How messages leave the server: e-mail, and push to browsers."""
