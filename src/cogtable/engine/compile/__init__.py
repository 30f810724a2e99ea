"""Compiles rules to machine code for CPUs and GPUs, caches it, and reports mistakes in rules."""
