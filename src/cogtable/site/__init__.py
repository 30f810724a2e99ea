"""A table without a server: the files with which a page plays by itself. `docs/site.md` says what runs where."""
