#include "decode.h"

#include <png.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// jpeglib.h needs size_t and FILE to be declared before it.
#include <jpeglib.h>

#include <jerror.h>

bool target_parse(struct target *target, const char *text) {
  *target = (struct target){0};
  if (strcmp(text, "full") == 0) return true;
  char end;
  return sscanf(text, "%5ux%5u%c", &target->width, &target->height, &end) == 2;
}

// MARK: JPEG

/// Rows asked for in one call: libjpeg gives at most one row group, 8 lines, at a time.
enum { rows_per_read = 8 };

struct jpeg_failure {
  struct jpeg_error_mgr base;
  jmp_buf jump;
};

static void jpeg_fail(j_common_ptr common) {
  struct jpeg_failure *failure = (struct jpeg_failure *)common->err;
  (*common->err->output_message)(common);
  longjmp(failure->jump, 1);
}

static uint32_t scaled(uint32_t side, unsigned eighths) { return (side * eighths + 7) / 8; }

/// 1, 2, 4 or 8: the others are slower than a full decode.
static unsigned covering_eighths(uint32_t width, uint32_t height, struct target target) {
  if (target.width == 0 || target.height == 0) return 8;
  unsigned eighths = 1;
  while (eighths < 8 &&
         (scaled(width, eighths) < target.width || scaled(height, eighths) < target.height)) {
    eighths *= 2;
  }
  return eighths;
}

static bool decode_jpeg(const uint8_t *bytes, size_t count, struct target target, struct pixels *pixels) {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_failure failure;
  jpeg.err = jpeg_std_error(&failure.base);
  failure.base.error_exit = jpeg_fail;
  jpeg_create_decompress(&jpeg);
  if (setjmp(failure.jump) != 0) {
    jpeg_destroy_decompress(&jpeg);
    return false;
  }
  jpeg_mem_src(&jpeg, bytes, count);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.out_color_space = JCS_EXT_RGBA;
  jpeg.scale_num = covering_eighths(jpeg.image_width, jpeg.image_height, target);
  jpeg.scale_denom = 8;
  jpeg_start_decompress(&jpeg);
  if (!pixels_reserve(pixels, jpeg.output_width, jpeg.output_height)) ERREXIT1(&jpeg, JERR_OUT_OF_MEMORY, 0);
  size_t stride = (size_t)jpeg.output_width * 4;
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW rows[rows_per_read];
    JDIMENSION wanted = jpeg.output_height - jpeg.output_scanline;
    if (wanted > rows_per_read) wanted = rows_per_read;
    for (JDIMENSION i = 0; i < wanted; i++) rows[i] = pixels->bytes + (jpeg.output_scanline + i) * stride;
    jpeg_read_scanlines(&jpeg, rows, wanted);
  }
  jpeg_finish_decompress(&jpeg);
  bool succeeded = failure.base.num_warnings == 0;
  jpeg_destroy_decompress(&jpeg);
  return succeeded;
}

// MARK: PNG

struct png_source {
  const uint8_t *bytes;
  size_t left;
};

static void png_read(png_structp png, png_bytep destination, size_t count) {
  struct png_source *source = png_get_io_ptr(png);
  if (count > source->left) png_error(png, "truncated");
  memcpy(destination, source->bytes, count);
  source->bytes += count;
  source->left -= count;
}

static bool decode_png(const uint8_t *bytes, size_t count, struct pixels *pixels) {
  struct png_source source = {bytes, count};
  png_infop info = NULL;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  if (png == NULL || (info = png_create_info_struct(png)) == NULL) {
    png_destroy_read_struct(&png, NULL, NULL);
    return false;
  }
  if (setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_read_struct(&png, &info, NULL);
    return false;
  }
  png_set_read_fn(png, &source, png_read);
  png_read_info(png, info);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xff, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  uint32_t height = png_get_image_height(png, info);
  if (!pixels_reserve(pixels, png_get_image_width(png, info), height)) png_error(png, "out of memory");
  size_t stride = (size_t)pixels->width * 4;
  if (png_get_rowbytes(png, info) != stride) png_error(png, "rows are not RGBA");
  for (int pass = 0; pass < passes; pass++) {
    for (uint32_t y = 0; y < height; y++) png_read_row(png, pixels->bytes + y * stride, NULL);
  }
  png_read_end(png, NULL);
  png_destroy_read_struct(&png, &info, NULL);
  return true;
}

bool decode_image(const uint8_t *bytes, size_t count, struct target target, struct pixels *pixels) {
  if (count >= 3 && memcmp(bytes, "\xff\xd8\xff", 3) == 0) return decode_jpeg(bytes, count, target, pixels);
  if (count >= 8 && png_sig_cmp(bytes, 0, 8) == 0) return decode_png(bytes, count, pixels);
  fputs("media-limit: neither JPEG nor PNG\n", stderr);
  return false;
}
