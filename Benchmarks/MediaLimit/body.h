#ifndef MEDIA_LIMIT_BODY_H
#define MEDIA_LIMIT_BODY_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bytes of a file or of an answer. All zero is a valid, empty value.
struct body {
  uint8_t *bytes;
  size_t count;
  size_t capacity;
};

/// Reads a whole file.
bool body_read_file(struct body *body, const char *path);

/// Sets `easy` up to receive `url` into `body`, in one buffer as large as Content-Length says.
bool body_prepare_transfer(struct body *body, CURL *easy, const char *url);

/// Whether the transfer that ended with `result` brought a whole answer of status 200.
bool body_is_complete(const struct body *body, CURL *easy, CURLcode result);

void body_free(struct body *body);

#endif
