"""Bot searches for tables: in threads, in processes for interpreted bots, and compiling in advance."""
