"""Game records: what was played and searched, in shards on disk; the window of them that a net learns from."""
