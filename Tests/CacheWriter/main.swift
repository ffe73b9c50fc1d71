// A program that writes, reads and checks a disk cache until it is killed. DiskCache tests and benchmarks run it.
import LazyMedia
