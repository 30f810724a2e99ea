"""Reports: what studies, sweeps and tunings found, as a page with charts and as lines for the terminal."""
