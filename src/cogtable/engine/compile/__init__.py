"""How rules become machine code for CPUs and GPUs, where that code is cached, and what is wrong with them."""
