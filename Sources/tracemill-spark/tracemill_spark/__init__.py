"""Runs the tracemill program over the partitions of a Spark cluster.

    options ─► sources ─► layout ─► partition ─► job
                                       │          │
               program, tables ────────┘       summary

`sources` reads the input, `layout` decides once how its columns are read, `partition` runs the program on an executor,
`job` ships, writes and counts. What a column is called, what it means and which type it has is always what the program
says (`tracemill schema`, `tracemill inspect`); nothing here lists columns.
"""
