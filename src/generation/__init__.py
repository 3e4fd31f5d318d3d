"""One turn of the wheel: generate, fit, judge, promote, after `begin` has made generation 0.

Each does nothing where its part is there already, and says what the part came to. Nothing here depends on how many
generations there will be, so that more can be added later. `src.train` calls them in one process, `pipelines` as
stages; a stage depends on what its file imports.
"""
