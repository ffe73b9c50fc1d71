#include "picture.h"

#include <png.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// jpeglib.h needs size_t and FILE to be declared before it.
#include <jpeglib.h>

/// libjpeg's own error handler ends the program, which is right here: there is nothing to go on with.
bool picture_write_jpeg(const struct picture *picture, const char *path, bool is_progressive) {
  FILE *file = fopen(path, "wb");
  if (file == NULL) return false;
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  jpeg_stdio_dest(&jpeg, file);
  jpeg.image_width = picture->width;
  jpeg.image_height = picture->height;
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);  // 4:2:0
  jpeg_set_quality(&jpeg, 85, TRUE);
  if (is_progressive) jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < jpeg.image_height) {
    JSAMPROW row = picture->bytes + (size_t)jpeg.next_scanline * picture->width * 3;
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  return fclose(file) == 0;
}

/// The alpha at a place of a picture whose corners are rounded off, one pixel of the edge softened.
static uint8_t corner_alpha(uint32_t x, uint32_t y, uint32_t width, uint32_t height) {
  int64_t radius = (width < height ? width : height) / 4;
  int64_t left = x < width - 1 - x ? x : width - 1 - x;
  int64_t top = y < height - 1 - y ? y : height - 1 - y;
  if (left >= radius || top >= radius) return 255;
  int64_t squared = (radius - left) * (radius - left) + (radius - top) * (radius - top);
  if (squared <= (radius - 1) * (radius - 1)) return 255;
  return squared <= radius * radius ? 128 : 0;
}

static void make_row(const struct picture *picture, uint32_t y, bool has_alpha, uint8_t *row) {
  const uint8_t *in = picture->bytes + (size_t)y * picture->width * 3;
  if (!has_alpha) {
    memcpy(row, in, (size_t)picture->width * 3);
    return;
  }
  for (uint32_t x = 0; x < picture->width; x++) {
    memcpy(row + x * 4, in + x * 3, 3);
    row[x * 4 + 3] = corner_alpha(x, y, picture->width, picture->height);
  }
}

static bool write_png(const struct picture *picture, FILE *file, bool has_alpha, uint8_t *row) {
  png_infop info = NULL;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  if (png == NULL || (info = png_create_info_struct(png)) == NULL || setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_write_struct(&png, &info);
    return false;
  }
  png_init_io(png, file);
  png_set_IHDR(png, info, picture->width, picture->height, 8,
               has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (uint32_t y = 0; y < picture->height; y++) {
    make_row(picture, y, has_alpha, row);
    png_write_row(png, row);
  }
  png_write_end(png, NULL);
  png_destroy_write_struct(&png, &info);
  return true;
}

bool picture_write_png(const struct picture *picture, const char *path, bool has_round_corners) {
  FILE *file = fopen(path, "wb");
  uint8_t *row = malloc((size_t)picture->width * 4);
  bool succeeded = file != NULL && row != NULL && write_png(picture, file, has_round_corners, row);
  free(row);
  return file != NULL && fclose(file) == 0 && succeeded;
}
