"""Who somebody is: passkeys, recovery codes, sessions, and the names of accounts."""
