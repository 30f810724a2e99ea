"""The table as people see it: zones, pieces and words, built from hidden states only."""
