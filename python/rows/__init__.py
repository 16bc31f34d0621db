"""CPython's serializer rows: one file a library, probed. Not part of the worker."""
