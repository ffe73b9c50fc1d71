#ifndef MEDIA_LIMIT_PIXELS_H
#define MEDIA_LIMIT_PIXELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// RGBA pixels, rows without padding. All zero is a valid, empty value.
struct pixels {
  uint8_t *bytes;
  size_t capacity;
  uint32_t width;
  uint32_t height;
};

/// Makes room for `width` x `height` pixels; memory that is large enough is used again.
bool pixels_reserve(struct pixels *pixels, uint32_t width, uint32_t height);

void pixels_free(struct pixels *pixels);

/// Where a checksum starts.
#define CHECKSUM_SEED UINT64_C(14695981039346656037)

/// One step of FNV-1a, over a word instead of a byte so that checking stays cheap.
static inline uint64_t checksum_add(uint64_t checksum, uint64_t word) {
  return (checksum ^ word) * UINT64_C(1099511628211);
}

/// The checksum of width, height and every pixel (as a little-endian word), in this order.
uint64_t pixels_checksum(const struct pixels *pixels);

#endif
