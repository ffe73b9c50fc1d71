#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

#include <stdint.h>

/// What a program that links this target took from the C library's heap, on all threads, since it started
/// to count.
struct allocation_count {
  /// Calls of malloc, calloc, realloc, aligned_alloc, memalign and posix_memalign.
  uint64_t allocations;
  /// Bytes asked for in these calls.
  uint64_t bytes;
};

/// Whether counting is possible: not in builds with a sanitizer, which have an allocator of their own.
int allocation_count_is_available(void);

/// Sets the counts to zero and starts to count.
void allocation_count_start(void);

/// Stops counting; allocations cost nothing worth measuring while nothing is counted.
struct allocation_count allocation_count_stop(void);

/// Bytes of the C library's heap that are in use now.
uint64_t allocation_count_bytes_in_use(void);

#endif
