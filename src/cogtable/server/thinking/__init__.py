"""Bots that think for tables: searches in threads, interpreted bots in processes, and compiling in advance."""
