"""The workbench (`cogtable lab`): boxes that are edited, checked, tried in games and saved."""
