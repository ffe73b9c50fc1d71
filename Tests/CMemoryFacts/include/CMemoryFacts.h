#ifndef CMEMORY_FACTS_H
#define CMEMORY_FACTS_H

#include <stddef.h>

/// Bytes that are allocated now, by all threads; 0 where another allocator is in use, as under a sanitizer.
size_t cmemoryfacts_heap_bytes(void);

#endif
