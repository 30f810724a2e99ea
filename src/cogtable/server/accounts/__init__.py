"""Identity: passkeys, recovery codes, sessions, and the names of accounts."""
