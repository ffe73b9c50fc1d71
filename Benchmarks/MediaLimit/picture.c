#include "picture.h"

#include <stdlib.h>

// All arithmetic is on integers, so that every machine makes the same files.

static uint32_t mix(uint32_t value) {
  value ^= value >> 16;
  value *= 0x7feb352dU;
  value ^= value >> 15;
  value *= 0x846ca68bU;
  return value ^ value >> 16;
}

/// -128 to 127, fixed by place and seed.
static int lattice(uint32_t x, uint32_t y, uint32_t seed) {
  return (int)(mix(x * 0x9e3779b1U ^ mix(y + seed)) & 255) - 128;
}

/// 0 to 256, eased at both ends, for a step of `cell`.
static int eased(uint32_t within, uint32_t cell) {
  int linear = (int)(within * 256 / cell);
  return linear * linear * (768 - 2 * linear) >> 16;
}

/// Adds smooth noise with one random value each `cell` pixels, times `amplitude` / 128, to a row.
static void add_octave(int *row, uint32_t width, uint32_t y, uint32_t cell, int amplitude, uint32_t seed) {
  uint32_t line = y / cell;
  int down = eased(y % cell, cell);
  int left = lattice(0, line, seed) * (256 - down) + lattice(0, line + 1, seed) * down;
  for (uint32_t start = 0, column = 1; start < width; start += cell, column++) {
    int right = lattice(column, line, seed) * (256 - down) + lattice(column, line + 1, seed) * down;
    uint32_t end = width - start < cell ? width - start : cell;
    for (uint32_t within = 0; within < end; within++) {
      int across = eased(within, cell);
      row[start + within] += (((left * (256 - across) + right * across) >> 16) * amplitude) / 128;
    }
    left = right;
  }
}

enum { shape_count = 14 };

struct shape {
  int64_t x, y, half_width, half_height;
  int light, red, blue;
};

static void make_shapes(struct shape shapes[shape_count], uint32_t width, uint32_t height, uint32_t seed) {
  for (uint32_t i = 0; i < shape_count; i++) {
    uint32_t random = mix(seed * 64 + i);
    shapes[i].x = random % width;
    shapes[i].y = mix(random + 1) % height;
    shapes[i].half_width = width / 40 + mix(random + 2) % (width / 6 + 1) + 1;
    shapes[i].half_height = height / 30 + mix(random + 3) % (height / 5 + 1) + 1;
    shapes[i].light = (int)(mix(random + 4) % 90) - 45;
    shapes[i].red = (int)(mix(random + 5) % 60) - 30;
    shapes[i].blue = (int)(mix(random + 6) % 60) - 30;
  }
}

static inline uint8_t clamped(int value) { return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value); }

/// `planes` has room for four rows of values.
static void render_row(uint8_t *out, int *planes, const struct shape shapes[shape_count], uint32_t width,
                       uint32_t height, uint32_t y, uint32_t seed, int grain) {
  int *light = planes, *tint = light + width, *red = tint + width, *blue = red + width;
  int base = 150 - (int)(y * 60 / height);
  for (uint32_t x = 0; x < width; x++) {
    light[x] = base;
    tint[x] = 0;
  }
  uint32_t largest = width / 3 < 8 ? 8 : width / 3;
  int amplitude = 90;
  for (uint32_t cell = largest, octave = 0; cell >= 2; cell /= 2, octave++) {
    add_octave(light, width, y, cell, amplitude, seed + octave * 1013);
    amplitude = amplitude * 5 / 8;
  }
  add_octave(tint, width, y, largest, 60, seed + 70001);
  add_octave(tint, width, y, largest / 4, 30, seed + 70002);
  for (uint32_t x = 0; x < width; x++) red[x] = blue[x] = 0;
  for (int i = 0; i < shape_count; i++) {
    const struct shape *shape = &shapes[i];
    int64_t dy = ((int64_t)y - shape->y) * 1024 / shape->half_height;
    if (dy * dy >= 1024 * 1024) continue;
    int64_t first = shape->x - shape->half_width, last = shape->x + shape->half_width;
    if (first < 0) first = 0;
    if (last >= width) last = width - 1;
    for (int64_t x = first; x <= last; x++) {
      int64_t dx = (x - shape->x) * 1024 / shape->half_width;
      if (dx * dx + dy * dy >= 1024 * 1024) continue;
      light[x] += shape->light;
      red[x] += shape->red;
      blue[x] += shape->blue;
    }
  }
  for (uint32_t x = 0; x < width; x++) {
    uint32_t random = mix(x + mix(y * 0x27d4eb2fU + seed));
    int shade = light[x] + ((((int)(random & 255) + (int)(random >> 8 & 255) - 255) * grain) >> 8);
    out[x * 3] = clamped(shade + tint[x] + red[x]);
    out[x * 3 + 1] = clamped(shade);
    out[x * 3 + 2] = clamped(shade - tint[x] + blue[x]);
  }
}

bool picture_render(struct picture *picture, uint32_t width, uint32_t height, uint32_t seed, int grain) {
  *picture = (struct picture){malloc((size_t)width * height * 3), width, height};
  int *planes = malloc((size_t)width * 4 * sizeof *planes);
  bool succeeded = picture->bytes != NULL && planes != NULL;
  if (succeeded) {
    struct shape shapes[shape_count];
    make_shapes(shapes, width, height, seed);
    for (uint32_t y = 0; y < height; y++) {
      render_row(picture->bytes + (size_t)y * width * 3, planes, shapes, width, height, y, seed * 7919,
                 grain);
    }
  } else {
    picture_free(picture);
  }
  free(planes);
  return succeeded;
}

void picture_free(struct picture *picture) {
  free(picture->bytes);
  *picture = (struct picture){0};
}
