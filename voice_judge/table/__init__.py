"""One game at one table: what is heard and entered goes to the rules, and the judge's words come back."""
