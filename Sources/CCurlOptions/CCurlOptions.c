#include "CCurlOptions.h"

// MARK: Easy options

const ccurl_long_option ccurl_option_buffer_size = {CURLOPT_BUFFERSIZE};
const ccurl_long_option ccurl_option_connect_timeout_ms = {CURLOPT_CONNECTTIMEOUT_MS};
const ccurl_long_option ccurl_option_follow_location = {CURLOPT_FOLLOWLOCATION};
const ccurl_long_option ccurl_option_http_version = {CURLOPT_HTTP_VERSION};
const ccurl_long_option ccurl_option_no_progress = {CURLOPT_NOPROGRESS};
const ccurl_long_option ccurl_option_no_signal = {CURLOPT_NOSIGNAL};
const ccurl_long_option ccurl_option_pipe_wait = {CURLOPT_PIPEWAIT};
const ccurl_long_option ccurl_option_quick_exit = {CURLOPT_QUICK_EXIT};
const ccurl_long_option ccurl_option_stream_weight = {CURLOPT_STREAM_WEIGHT};
const ccurl_long_option ccurl_option_suppress_connect_headers = {CURLOPT_SUPPRESS_CONNECT_HEADERS};
const ccurl_long_option ccurl_option_tcp_no_delay = {CURLOPT_TCP_NODELAY};

const ccurl_string_option ccurl_option_accept_encoding = {CURLOPT_ACCEPT_ENCODING};
const ccurl_string_option ccurl_option_ca_bundle = {CURLOPT_CAINFO};
const ccurl_string_option ccurl_option_protocols = {CURLOPT_PROTOCOLS_STR};
const ccurl_string_option ccurl_option_proxy = {CURLOPT_PROXY};
const ccurl_string_option ccurl_option_redirect_protocols = {CURLOPT_REDIR_PROTOCOLS_STR};
const ccurl_string_option ccurl_option_url = {CURLOPT_URL};
const ccurl_string_option ccurl_option_user_agent = {CURLOPT_USERAGENT};

CURLcode ccurl_set_long(CURL *easy, ccurl_long_option option, long value) {
  return curl_easy_setopt(easy, option.code, value);
}

CURLcode ccurl_set_string(CURL *easy, ccurl_string_option option, const char *value) {
  return curl_easy_setopt(easy, option.code, value);
}

CURLcode ccurl_set_headers(CURL *easy, struct curl_slist *headers) {
  return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

CURLcode ccurl_set_error_buffer(CURL *easy, char *buffer) {
  return curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, buffer);
}

CURLcode ccurl_set_private(CURL *easy, void *context) {
  return curl_easy_setopt(easy, CURLOPT_PRIVATE, context);
}

// MARK: Easy callbacks

CURLcode ccurl_set_write_function(CURL *easy, ccurl_data_function function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

CURLcode ccurl_set_header_function(CURL *easy, ccurl_data_function function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

CURLcode ccurl_set_ready_function(CURL *easy, ccurl_ready_function function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

CURLcode ccurl_set_tls_function(CURL *easy, ccurl_tls_function function, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, function);
  return code ? code : curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, context);
}

// MARK: Easy information

const ccurl_long_info ccurl_info_new_connections = {CURLINFO_NUM_CONNECTS};
const ccurl_long_info ccurl_info_proxy_status = {CURLINFO_HTTP_CONNECTCODE};

const ccurl_offset_info ccurl_info_connect_time = {CURLINFO_CONNECT_TIME_T};
const ccurl_offset_info ccurl_info_received = {CURLINFO_SIZE_DOWNLOAD_T};
const ccurl_offset_info ccurl_info_resolve_time = {CURLINFO_NAMELOOKUP_TIME_T};
const ccurl_offset_info ccurl_info_tls_time = {CURLINFO_APPCONNECT_TIME_T};

long ccurl_get_long(CURL *easy, ccurl_long_info info) {
  long value = 0;
  return curl_easy_getinfo(easy, info.code, &value) == CURLE_OK ? value : 0;
}

int64_t ccurl_get_offset(CURL *easy, ccurl_offset_info info) {
  curl_off_t value = 0;
  return curl_easy_getinfo(easy, info.code, &value) == CURLE_OK ? (int64_t)value : 0;
}

void *ccurl_get_private(CURL *easy) {
  char *value = NULL;
  return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

// MARK: Multi

const ccurl_multi_long_option ccurl_multi_option_max_cached_connections = {CURLMOPT_MAXCONNECTS};
const ccurl_multi_long_option ccurl_multi_option_max_streams = {CURLMOPT_MAX_CONCURRENT_STREAMS};
const ccurl_multi_long_option ccurl_multi_option_max_total_connections = {CURLMOPT_MAX_TOTAL_CONNECTIONS};
const ccurl_multi_long_option ccurl_multi_option_multiplexing = {CURLMOPT_PIPELINING};

CURLMcode ccurl_multi_set_long(CURLM *multi, ccurl_multi_long_option option, long value) {
  return curl_multi_setopt(multi, option.code, value);
}

bool ccurl_multi_next_done(CURLM *multi, CURL **easy, CURLcode *result) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg != CURLMSG_DONE) continue;
    *easy = message->easy_handle;
    *result = message->data.result;
    return true;
  }
  return false;
}
