"""The page on what a map can tell and what it cannot: set against chance, correlation, ablation and other seeds."""
