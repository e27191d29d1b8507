"""The page of the reader's own data: a file is read, a model is fitted to it, and both are taken along."""
