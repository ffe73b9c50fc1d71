#include <stdio.h>

#include "modes.h"
#include "picture.h"

// One in four of the media is progressive, as among creatives in the wild. Grain is chosen so that media are
// 137 KB on average and the large ones about 2 MB.
enum { media_count = 200, progressive_period = 4, icon_count = 200 };
enum { icon_grain = 8, large_grain = 12 };

static int media_grain(unsigned index) { return 3 + (int)(index * 7 % 19); }

static int failed(const char *path) {
  fprintf(stderr, "media-limit: cannot write %s\n", path);
  return 1;
}

static int write_media(const char *directory, char *path, size_t capacity) {
  for (unsigned i = 0; i < media_count; i++) {
    struct picture picture;
    snprintf(path, capacity, "%s/media-%03u.jpg", directory, i);
    if (!picture_render(&picture, 1200, 627, 1 + i, media_grain(i))) return failed(path);
    bool succeeded = picture_write_jpeg(&picture, path, i % progressive_period == progressive_period - 1);
    picture_free(&picture);
    if (!succeeded) return failed(path);
  }
  return 0;
}

static int write_icons(const char *directory, char *path, size_t capacity) {
  for (unsigned i = 0; i < icon_count; i++) {
    struct picture picture;
    snprintf(path, capacity, "%s/icon-%03u.png", directory, i);
    if (!picture_render(&picture, 80, 80, 1001 + i, icon_grain)) return failed(path);
    bool succeeded = picture_write_png(&picture, path, true);
    picture_free(&picture);
    if (!succeeded) return failed(path);
  }
  return 0;
}

static int write_single_files(const char *directory, char *path, size_t capacity) {
  struct picture picture;
  snprintf(path, capacity, "%s/media.png", directory);
  if (!picture_render(&picture, 1200, 627, 1, media_grain(9))) return failed(path);
  bool succeeded = picture_write_png(&picture, path, false);
  picture_free(&picture);
  if (!succeeded) return failed(path);
  if (!picture_render(&picture, 4000, 3000, 2001, large_grain)) return failed(path);
  for (int is_progressive = 0; is_progressive <= 1 && succeeded; is_progressive++) {
    snprintf(path, capacity, "%s/large-%s.jpg", directory, is_progressive ? "progressive" : "baseline");
    succeeded = picture_write_jpeg(&picture, path, is_progressive);
  }
  picture_free(&picture);
  return succeeded ? 0 : failed(path);
}

int generate_mode(int count, char **arguments) {
  if (count != 1) {
    fputs("usage: media-limit generate DIRECTORY\n", stderr);
    return 64;
  }
  char path[4096];
  int code = write_media(arguments[0], path, sizeof path);
  if (code == 0) code = write_icons(arguments[0], path, sizeof path);
  if (code == 0) code = write_single_files(arguments[0], path, sizeof path);
  return code;
}
