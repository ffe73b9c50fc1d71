#include "body.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/// The limit measures good answers only; this merely keeps a broken server from taking all memory.
static const size_t maximum_bytes = (size_t)64 << 20;

/// Read size of libcurl: larger than its default of 16 KiB, which costs a system call per 16 KiB.
static const long receive_buffer_bytes = 128 << 10;

bool body_read_file(struct body *body, const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) return false;
  bool succeeded = false;
  if (fseek(file, 0, SEEK_END) == 0) {
    long length = ftell(file);
    if (length > 0 && (size_t)length <= maximum_bytes && fseek(file, 0, SEEK_SET) == 0) {
      body->bytes = malloc((size_t)length);
      if (body->bytes != NULL) {
        body->capacity = (size_t)length;
        body->count = fread(body->bytes, 1, (size_t)length, file);
        succeeded = body->count == (size_t)length;
      }
    }
  }
  fclose(file);
  return succeeded;
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  struct body *body = context;
  size_t length = size * count;
  // `receive_header` has made the buffer; an answer without Content-Length ends here.
  if (length > body->capacity - body->count) return 0;
  memcpy(body->bytes + body->count, bytes, length);
  body->count += length;
  return length;
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
  struct body *body = context;
  size_t length = size * count;
  char line[64];
  if (length < sizeof line) {
    memcpy(line, bytes, length);
    line[length] = 0;
    static const char name[] = "content-length:";
    if (strncasecmp(line, name, sizeof name - 1) == 0 && body->bytes == NULL) {
      unsigned long long value = strtoull(line + sizeof name - 1, NULL, 10);
      if (value == 0 || value > maximum_bytes) return 0;
      body->bytes = malloc(value);
      if (body->bytes == NULL) return 0;
      body->capacity = value;
    }
  }
  return length;
}

bool body_prepare_transfer(struct body *body, CURL *easy, const char *url) {
  return curl_easy_setopt(easy, CURLOPT_URL, url) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_PROXY, "") == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, receive_buffer_bytes) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_header) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_HEADERDATA, body) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_WRITEDATA, body) == CURLE_OK;
}

bool body_is_complete(const struct body *body, CURL *easy, CURLcode result) {
  long status = 0;
  curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
  return result == CURLE_OK && status == 200 && body->count > 0 && body->count == body->capacity;
}

void body_free(struct body *body) {
  free(body->bytes);
  *body = (struct body){0};
}
