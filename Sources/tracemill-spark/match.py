"""Matches traces on a Spark cluster: `spark-submit match.py table INPUT --map city.tmg -o OUTPUT`."""

import sys

from tracemill_spark.job import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
