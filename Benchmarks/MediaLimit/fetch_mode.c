#include <curl/curl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "body.h"
#include "decode.h"
#include "measure.h"
#include "modes.h"
#include "pixels.h"

enum { decode_threads = 2, maximum_connections = 256 };

/// Decoding stands behind the thread that keeps the connections busy: measured to be a little better where
/// latency matters, and the same elsewhere.
enum { decode_niceness = 10 };

struct asset {
  char *url;
  struct target target;
  struct body body;
  struct pixels pixels;
};

struct asset_list {
  struct asset *assets;
  size_t count;
};

// MARK: Queue of bodies that wait to be decoded

struct queue {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  struct asset **waiting;  // as long as the list: what was pushed stays, so nothing ever wraps
  size_t pushed;
  size_t popped;
  bool is_closed;
  bool has_failed;
};

static void queue_push(struct queue *queue, struct asset *asset) {
  pthread_mutex_lock(&queue->mutex);
  queue->waiting[queue->pushed++] = asset;
  pthread_cond_signal(&queue->changed);
  pthread_mutex_unlock(&queue->mutex);
}

static void queue_close(struct queue *queue) {
  pthread_mutex_lock(&queue->mutex);
  queue->is_closed = true;
  pthread_cond_broadcast(&queue->changed);
  pthread_mutex_unlock(&queue->mutex);
}

static struct asset *queue_pop(struct queue *queue) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->popped == queue->pushed && !queue->is_closed) {
    pthread_cond_wait(&queue->changed, &queue->mutex);
  }
  struct asset *asset = queue->popped < queue->pushed ? queue->waiting[queue->popped++] : NULL;
  pthread_mutex_unlock(&queue->mutex);
  return asset;
}

static void queue_fail(struct queue *queue) {
  pthread_mutex_lock(&queue->mutex);
  queue->has_failed = true;
  pthread_mutex_unlock(&queue->mutex);
}

static void *decode_waiting(void *context) {
  struct queue *queue = context;
  setpriority(PRIO_PROCESS, 0, decode_niceness);  // 0 is the calling thread: Linux keeps niceness by thread
  struct asset *asset;
  while ((asset = queue_pop(queue)) != NULL) {
    bool succeeded = decode_image(asset->body.bytes, asset->body.count, asset->target, &asset->pixels);
    body_free(&asset->body);
    if (!succeeded) queue_fail(queue);
  }
  return NULL;
}

// MARK: Transfers

static bool start_transfer(CURLM *multi, CURL *easy, struct asset *asset) {
  return body_prepare_transfer(&asset->body, easy, asset->url) &&
         curl_easy_setopt(easy, CURLOPT_PRIVATE, asset) == CURLE_OK &&
         curl_multi_add_handle(multi, easy) == CURLM_OK;
}

/// Takes what has ended, and starts what comes next on the handle that became free.
static bool advance(CURLM *multi, struct asset_list list, size_t *next, size_t *left, struct queue *queue) {
  CURLMsg *message;
  int messages;
  while ((message = curl_multi_info_read(multi, &messages)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    CURL *easy = message->easy_handle;
    CURLcode result = message->data.result;
    struct asset *asset = NULL;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &asset);
    if (!body_is_complete(&asset->body, easy, result)) {
      fprintf(stderr, "media-limit: no whole answer from %s: %s\n", asset->url, curl_easy_strerror(result));
      return false;
    }
    curl_multi_remove_handle(multi, easy);
    queue_push(queue, asset);
    *left -= 1;
    if (*next < list.count && !start_transfer(multi, easy, &list.assets[(*next)++])) return false;
  }
  return true;
}

static bool run_transfers(CURLM *multi, CURL **easies, size_t connections, struct asset_list list,
                          struct queue *queue) {
  size_t next = 0;
  size_t left = list.count;
  while (next < connections && next < list.count) {
    if (!start_transfer(multi, easies[next], &list.assets[next])) return false;
    next += 1;
  }
  while (left > 0) {
    int running;
    if (curl_multi_perform(multi, &running) != CURLM_OK) return false;
    if (!advance(multi, list, &next, &left, queue)) return false;
    if (left > 0 && curl_multi_poll(multi, NULL, 0, 1000, NULL) != CURLM_OK) return false;
  }
  return true;
}

static bool fetch_all(struct asset_list list, size_t connections, struct queue *queue) {
  CURL *easies[maximum_connections] = {0};
  CURLM *multi = curl_multi_init();
  bool succeeded = multi != NULL;
  if (succeeded) curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, (long)connections);
  for (size_t i = 0; i < connections && succeeded; i++) {
    easies[i] = curl_easy_init();
    succeeded = easies[i] != NULL;
  }
  succeeded = succeeded && run_transfers(multi, easies, connections, list, queue);
  for (size_t i = 0; i < connections; i++) {
    if (easies[i] == NULL) continue;
    curl_multi_remove_handle(multi, easies[i]);
    curl_easy_cleanup(easies[i]);
  }
  if (multi != NULL) curl_multi_cleanup(multi);
  return succeeded;
}

/// Fetches on this thread, decodes on others; all pixels are in memory when it returns.
static bool run_job(struct asset_list list, size_t connections) {
  struct queue queue = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};
  queue.waiting = calloc(list.count, sizeof *queue.waiting);
  if (queue.waiting == NULL || curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK) {
    free(queue.waiting);
    return false;
  }
  pthread_t threads[decode_threads];
  int started = 0;
  while (started < decode_threads && pthread_create(&threads[started], NULL, decode_waiting, &queue) == 0) {
    started += 1;
  }
  bool succeeded = started == decode_threads && fetch_all(list, connections, &queue);
  queue_close(&queue);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  free(queue.waiting);
  return succeeded && !queue.has_failed;
}

// MARK: List

static void list_free(struct asset_list *list) {
  for (size_t i = 0; i < list->count; i++) {
    free(list->assets[i].url);
    body_free(&list->assets[i].body);
    pixels_free(&list->assets[i].pixels);
  }
  free(list->assets);
  *list = (struct asset_list){0};
}

static bool list_append(struct asset_list *list, const char *line) {
  char size[16];
  char url[2048];
  struct asset asset = {0};
  if (sscanf(line, "%15s %2047s", size, url) != 2 || !target_parse(&asset.target, size)) return false;
  struct asset *grown = realloc(list->assets, (list->count + 1) * sizeof *grown);
  if (grown == NULL) return false;
  list->assets = grown;
  asset.url = strdup(url);
  if (asset.url == NULL) return false;
  list->assets[list->count++] = asset;
  return true;
}

static bool list_read(struct asset_list *list, const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  char line[2200];
  bool succeeded = true;
  while (succeeded && fgets(line, sizeof line, file) != NULL) succeeded = list_append(list, line);
  fclose(file);
  return succeeded && list->count > 0;
}

static uint64_t list_checksum(struct asset_list list) {
  uint64_t checksum = CHECKSUM_SEED;
  for (size_t i = 0; i < list.count; i++) {
    checksum = checksum_add(checksum, pixels_checksum(&list.assets[i].pixels));
  }
  return checksum;
}

int fetch_mode(int count, char **arguments) {
  unsigned connections = 0;
  if (count != 2 || sscanf(arguments[1], "%9u", &connections) != 1 || connections == 0 ||
      connections > maximum_connections) {
    fputs("usage: media-limit fetch LIST CONNECTIONS\n", stderr);
    return 64;
  }
  struct asset_list list = {0};
  if (!list_read(&list, arguments[0])) {
    fprintf(stderr, "media-limit: cannot read a list from %s\n", arguments[0]);
    list_free(&list);
    return 64;
  }
  double cpu = measure_cpu_ms();
  double start = measure_now_ms();
  bool succeeded = run_job(list, connections);
  double wall = measure_now_ms() - start;
  double whole_cpu = measure_cpu_ms();
  if (succeeded) {
    printf("wall_ms=%.3f cpu_ms=%.3f process_cpu_ms=%.3f peak_kib=%ld images=%zu\n", wall, whole_cpu - cpu,
           whole_cpu, measure_peak_kib(), list.count);
    fflush(stdout);  // the reader takes the time of this line; checking comes after what is measured
    printf("checksum=%016" PRIx64 "\n", list_checksum(list));
  }
  list_free(&list);
  return succeeded ? 0 : 1;
}
