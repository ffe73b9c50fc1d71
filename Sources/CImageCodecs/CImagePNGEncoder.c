#include "CImagePNGEncoder.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

typedef struct {
  png_structp png;
  png_infop info;
  jmp_buf escape;
  cimage_report *report;
  uint8_t *bytes;
  size_t count;
  size_t capacity;
} encoder;

static void error_exit(png_structp png, png_const_charp text) {
  encoder *self = png_get_error_ptr(png);
  if (self->report->failure == CIMAGE_FAILURE_NONE) self->report->failure = CIMAGE_FAILURE_CORRUPT;
  snprintf(self->report->failure_text, CIMAGE_TEXT_BYTES, "%s", text);
  longjmp(self->escape, 1);
}

static void warn(png_structp png, png_const_charp text) {
  (void)png;
  (void)text;
}

static void write_bytes(png_structp png, png_bytep bytes, size_t count) {
  encoder *self = png_get_io_ptr(png);
  if (count > self->capacity - self->count) {
    size_t capacity = self->capacity < 4096 ? 4096 : self->capacity;
    while (capacity - self->count < count) {
      if (capacity > SIZE_MAX / 2) png_error(png, "the file is too large");
      capacity *= 2;
    }
    uint8_t *grown = realloc(self->bytes, capacity);
    if (grown == NULL) {
      self->report->failure = CIMAGE_FAILURE_MEMORY;
      png_error(png, "out of memory");
    }
    self->bytes = grown;
    self->capacity = capacity;
  }
  memcpy(self->bytes + self->count, bytes, count);
  self->count += count;
}

static void flush(png_structp png) { (void)png; }

cimage_status cimage_png_encode(
    cimage_png_encoding encoding, const uint8_t *pixels, const uint8_t *profile, uint32_t profile_count,
    uint8_t **bytes, size_t *count, cimage_report *report) {
  memset(report, 0, sizeof *report);
  *bytes = NULL;
  *count = 0;
  encoder *self = calloc(1, sizeof *self);
  if (self == NULL) {
    report->failure = CIMAGE_FAILURE_MEMORY;
    return CIMAGE_FAILED;
  }
  self->report = report;
  if (setjmp(self->escape) != 0) {
    png_destroy_write_struct(&self->png, &self->info);
    free(self->bytes);
    free(self);
    return CIMAGE_FAILED;
  }
  self->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, self, error_exit, warn);
  if (self->png != NULL) self->info = png_create_info_struct(self->png);
  if (self->info == NULL) {
    report->failure = CIMAGE_FAILURE_MEMORY;
    png_destroy_write_struct(&self->png, &self->info);
    free(self);
    return CIMAGE_FAILED;
  }
  png_structp png = self->png;
  png_set_write_fn(png, self, write_bytes, flush);
  png_set_compression_level(png, encoding.level);
  png_set_IHDR(png, self->info, encoding.width, encoding.height, 8,
               encoding.has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB,
               encoding.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (profile != NULL && profile_count > 0)
    png_set_iCCP(png, self->info, "ICC profile", PNG_COMPRESSION_TYPE_BASE, profile, profile_count);
  png_write_info(png, self->info);
  if (!encoding.has_alpha) png_set_filler(png, 0, PNG_FILLER_AFTER);
  if (encoding.bgra) png_set_bgr(png);
  int passes = encoding.interlaced ? png_set_interlace_handling(png) : 1;
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t y = 0; y < encoding.height; y++)
      png_write_row(png, pixels + (ptrdiff_t)y * encoding.stride);
  png_write_end(png, self->info);
  png_destroy_write_struct(&self->png, &self->info);
  *bytes = self->bytes;
  *count = self->count;
  free(self);
  return CIMAGE_DONE;
}
