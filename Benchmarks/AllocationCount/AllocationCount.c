#include "AllocationCount.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define ALLOCATION_COUNT_DISABLED 1
#endif
#endif

static atomic_bool is_counting;
static atomic_uint_least64_t allocations;
static atomic_uint_least64_t allocated_bytes;

void allocation_count_start(void) {
  atomic_store(&allocations, 0);
  atomic_store(&allocated_bytes, 0);
  atomic_store(&is_counting, 1);
}

struct allocation_count allocation_count_stop(void) {
  atomic_store(&is_counting, 0);
  return (struct allocation_count){atomic_load(&allocations), atomic_load(&allocated_bytes)};
}

uint64_t allocation_count_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
}

#if defined(ALLOCATION_COUNT_DISABLED) || !defined(__GLIBC__)

int allocation_count_is_available(void) { return 0; }

#else

int allocation_count_is_available(void) { return 1; }

// Names in the executable win over those of the C library, for the shared libraries too. glibc exports its own
// functions under a second name for this use ("Replacing malloc" in its manual).
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *memory);

static inline void count(size_t bytes) {
  if (__builtin_expect(atomic_load_explicit(&is_counting, memory_order_relaxed), 0)) {
    atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&allocated_bytes, bytes, memory_order_relaxed);
  }
}

void *malloc(size_t size) {
  count(size);
  return __libc_malloc(size);
}

void *calloc(size_t elements, size_t size) {
  count(elements * size);
  return __libc_calloc(elements, size);
}

void *realloc(void *memory, size_t size) {
  count(size);
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  count(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  count(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  count(size);
  void *result = __libc_memalign(alignment, size);
  if (result == NULL) return ENOMEM;
  *memory = result;
  return 0;
}

void free(void *memory) { __libc_free(memory); }

#endif
