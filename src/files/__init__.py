"""Files: whole or absent, checked when read; and the cache of compiled kernels."""
