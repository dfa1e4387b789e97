"""tracemill beside other map matchers: the same traces, the same map, the same machine, one run.

One module per matcher, each with a class `Matcher`; `run` lets them take turns and prints the tables.
"""
