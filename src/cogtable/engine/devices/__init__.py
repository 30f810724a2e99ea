"""Where the tables of a batch are kept and stepped: in this computer's memory by its processor, or on a GPU."""
