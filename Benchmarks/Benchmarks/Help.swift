/// What `--help` prints.
let help = """
  usage: benchmarks decode|fetch|overlap|cancel|feed|allocations|memory|idle|disk|kill|warm|all ...
                    [options]

  Compares this library with its limit: `media-limit`, a plain C program in Benchmarks/MediaLimit that does the same
  work with the same libraries (curl multi on one thread, two decode threads, a body received whole into one buffer of
  the right size, then decoded into RGBA).

    decode       one thread, files in memory, full size and scaled: megapixels a second
    fetch        400 pictures (200 JPEG of 1200x627 shown at 600x314, one in four progressive; 200 PNG icons of 80x80)
                 from a loopback origin: 16 connections at 0 ms and at 50 ms, 6 connections at 50 ms; all pixels stay in
                 memory. CPU is user and system time of all threads.
    overlap      JPEGs of 12 megapixels over a link of 20 MB/s: the tail from the last byte to the finished picture,
                 decoding during the download, after it, and the limit
    cancel       10,000 requests started and cancelled at random moments: time for each, and what is left of memory and
                 descriptors afterwards
    feed         a feed of slots and a FeedModel, 8 cells a screen, each with a JPEG of its own URL as in fetch (the
                 baseline ones), flung at 20 screens a second and 60 frames, over 80 ms, 20 MB/s and 6 connections, then
                 stopped: time until the last visible cell shows its picture, bytes and decodes wasted, peak memory; for
                 1,000 cells (5 rounds) and 10,000 (once); 100,000 on a virtual clock. --quick: 400 cells
    allocations  calls of malloc and its kin per decode and per request
    memory       lookups in the memory cache, from one thread and from two at once; and the hit ratios of the cache, of LRU
                 and of SIEVE, on traces of a feed with flings, Zipf, loops and scans
    idle         wake-ups of all threads of a pipeline that has nothing to do, in 10 s; and of a program that has none
    disk         the disk cache: opening one of 100,000 entries, lookups and inserts, bodies in the index against bodies
                 in files, and the bytes on disk while two processes write (trait DiskCache)
    kill         two processes on one disk cache, of which one is killed 1,000 times at random moments (--quick: 100)
    warm         the same 400 pictures again, 16 connections at 0 ms and at 50 ms, against fetching them: by a new process
                 with a disk cache that has them, fresh or to be revalidated (304); with a cold disk cache, which they
                 are stored in; and with a warm memory cache; ratios tell how many times as much fetching
                 takes (trait DiskCache)
    all          all of these

  How it is measured
    Ours and the limit run as processes of their own and take turns, the first one changing every round; the origin is a
    third process. Ratios are those of the same round; their median is held against the goal. Medians come from at least
    5 rounds: 40 for decode, 15 for fetch, overlap and warm. Round 0 is not counted. "wall" and "CPU" begin when a program
    has read its list and end when the last picture is there; "whole process" includes its start. Peak memory is VmHWM.
    Both print a checksum of all pixels; where these differ, nothing is compared and the exit code is 1. Both decode
    into memory that they use again in decode and overlap, into fresh memory in fetch; both give decode threads a
    niceness of 10. Pictures are made once, from seeds, into the build folder.

    The ideal of feed knows where the list will stop: it tries every order of the requests for the cells seen then, on
    kept connections, link to itself, from the stop on, or, the harder one, from when each cell appeared; one decode is
    added. "Uncancelled" is the same program, in which what was begun for a cell runs on when the cell is recycled.
    Bytes wasted: what the origin wrote, from the beginning of the fling, but for bodies that a visible cell or the
    prefetch shows or keeps; counted for "uncancelled" until its last visible cell is there, its queue given up then.

    --pairs N    rounds, at least 5
    --quick      5 rounds of everything
    --only TEXT  only those cases of decode, fetch, overlap, memory and warm whose name contains TEXT
    --json       one object a line

  """
