"""One file a library. Importing a file here imports no library; `prepare` does."""
