#include "pixels.h"

#include <stdlib.h>
#include <string.h>

bool pixels_reserve(struct pixels *pixels, uint32_t width, uint32_t height) {
  size_t needed = (size_t)width * height * 4;
  if (pixels->capacity < needed) {
    free(pixels->bytes);
    pixels->bytes = malloc(needed);
    pixels->capacity = pixels->bytes == NULL ? 0 : needed;
    if (pixels->bytes == NULL) return false;
  }
  pixels->width = width;
  pixels->height = height;
  return true;
}

void pixels_free(struct pixels *pixels) {
  free(pixels->bytes);
  *pixels = (struct pixels){0};
}

uint64_t pixels_checksum(const struct pixels *pixels) {
  uint64_t checksum = checksum_add(checksum_add(CHECKSUM_SEED, pixels->width), pixels->height);
  size_t count = (size_t)pixels->width * pixels->height;
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel;
    memcpy(&pixel, pixels->bytes + i * 4, sizeof pixel);
    checksum = checksum_add(checksum, pixel);
  }
  return checksum;
}
