"""Fetches a list of pictures with Spark, and keeps one JSON record for each.

Every partition goes through one process of `lazymedia fetch`, as it is: sources in, records out, one a line.

    python3 fetch.py --lazymedia .build/static/release/lazymedia --partitions 8 sources.txt records

SOURCES is a text file with one source a line, a URL, a path or a JSON object (see `lazymedia fetch --help`). RECORDS is
the folder that Spark makes for the records, in the order of the sources.
"""

import argparse
import shlex

from pyspark.sql import SparkSession

parser = argparse.ArgumentParser(description="Fetches a list of pictures with Spark.")
parser.add_argument("--lazymedia", default="lazymedia", help="the command, on every worker")
parser.add_argument("--cache", help="a folder on every worker that its processes share")
parser.add_argument("--master", default="local[4]", help="where Spark runs; local[4] by default")
parser.add_argument("--partitions", type=int, default=8, help="how many processes the list is divided among")
parser.add_argument("sources")
parser.add_argument("records")
options = parser.parse_args()

command = [options.lazymedia, "fetch", "--json", "--ordered", "--pixel-hash"]
if options.cache:
    command += ["--cache", options.cache]
# That a source failed (status 1) is told by its record; other ends of the process fail the partition.
script = shlex.join(command + ["-"]) + "; status=$?; [ $status -le 1 ] || exit $status"

spark = SparkSession.builder.master(options.master).appName("lazymedia").getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
sources = spark.sparkContext.textFile(options.sources, options.partitions)
sources.pipe(shlex.join(["sh", "-c", script]), checkCode=True).saveAsTextFile(options.records)
spark.stop()
