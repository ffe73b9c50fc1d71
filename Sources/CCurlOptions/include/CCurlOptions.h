#ifndef CCURL_OPTIONS_H
#define CCURL_OPTIONS_H

// libcurl's setopt and getinfo functions are variadic, which Swift cannot call. Here is one function per kind of
// argument, with a struct type per kind, so that a code cannot be passed to the function of another kind.
// Everything else of libcurl is called as it is.

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// libcurl 7.87, for CURLOPT_QUICK_EXIT: without it, removing a transfer that is resolving waits for the resolver.
#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87 or later is needed"
#endif

// MARK: Easy options

typedef struct { CURLoption code; } ccurl_long_option;
typedef struct { CURLoption code; } ccurl_string_option;

extern const ccurl_long_option ccurl_option_buffer_size;
extern const ccurl_long_option ccurl_option_connect_timeout_ms;
extern const ccurl_long_option ccurl_option_follow_location;
extern const ccurl_long_option ccurl_option_http_version;
extern const ccurl_long_option ccurl_option_no_progress;
extern const ccurl_long_option ccurl_option_no_signal;
extern const ccurl_long_option ccurl_option_pipe_wait;
extern const ccurl_long_option ccurl_option_quick_exit;
extern const ccurl_long_option ccurl_option_stream_weight;
extern const ccurl_long_option ccurl_option_suppress_connect_headers;
extern const ccurl_long_option ccurl_option_tcp_no_delay;

extern const ccurl_string_option ccurl_option_accept_encoding;
extern const ccurl_string_option ccurl_option_ca_bundle;
extern const ccurl_string_option ccurl_option_protocols;
extern const ccurl_string_option ccurl_option_proxy;
extern const ccurl_string_option ccurl_option_redirect_protocols;
extern const ccurl_string_option ccurl_option_url;
extern const ccurl_string_option ccurl_option_user_agent;

/// Sets a number or a switch.
CURLcode ccurl_set_long(CURL *_Nonnull easy, ccurl_long_option option, long value);

/// Sets a text, which libcurl copies; NULL brings the default back.
CURLcode ccurl_set_string(CURL *_Nonnull easy, ccurl_string_option option, const char *_Nullable value);

/// Sets the header fields to send; the list must live as long as the transfer.
CURLcode ccurl_set_headers(CURL *_Nonnull easy, struct curl_slist *_Nullable headers);

/// Sets the buffer (CURL_ERROR_SIZE bytes) that takes the text of an error.
CURLcode ccurl_set_error_buffer(CURL *_Nonnull easy, char *_Nullable buffer);

/// Sets what `ccurl_get_private` returns.
CURLcode ccurl_set_private(CURL *_Nonnull easy, void *_Nullable context);

// MARK: Easy callbacks

/// Takes `size * count` bytes; returns how many it took, fewer to end the transfer.
typedef size_t (*ccurl_data_function)(
    char *_Nullable bytes, size_t size, size_t count, void *_Nullable context);

/// Called once a connection is there, before the request is sent; returns CURL_PREREQFUNC_OK to go on.
typedef int (*ccurl_ready_function)(
    void *_Nullable context, char *_Nullable remote_address, char *_Nullable local_address, int remote_port,
    int local_port);

/// Sets what takes the body.
CURLcode ccurl_set_write_function(
    CURL *_Nonnull easy, ccurl_data_function _Nonnull function, void *_Nullable context);

/// Sets what takes the header lines.
CURLcode ccurl_set_header_function(
    CURL *_Nonnull easy, ccurl_data_function _Nonnull function, void *_Nullable context);

/// Sets what is called once a connection is there.
CURLcode ccurl_set_ready_function(
    CURL *_Nonnull easy, ccurl_ready_function _Nonnull function, void *_Nullable context);

/// Called when TLS begins on a new connection; returns CURLE_OK to go on.
typedef CURLcode (*ccurl_tls_function)(
    CURL *_Nonnull easy, void *_Nullable tls_context, void *_Nullable context);

/// Sets what is called when TLS begins. Fails where the TLS library has no such call.
CURLcode ccurl_set_tls_function(
    CURL *_Nonnull easy, ccurl_tls_function _Nonnull function, void *_Nullable context);

// MARK: Easy information

typedef struct { CURLINFO code; } ccurl_long_info;
typedef struct { CURLINFO code; } ccurl_offset_info;

extern const ccurl_long_info ccurl_info_new_connections;
extern const ccurl_long_info ccurl_info_proxy_status;

extern const ccurl_offset_info ccurl_info_connect_time;
extern const ccurl_offset_info ccurl_info_received;
extern const ccurl_offset_info ccurl_info_resolve_time;
extern const ccurl_offset_info ccurl_info_tls_time;

/// A number, 0 where libcurl does not know it.
long ccurl_get_long(CURL *_Nonnull easy, ccurl_long_info info);

/// A count of bytes or microseconds, 0 where libcurl does not know it.
int64_t ccurl_get_offset(CURL *_Nonnull easy, ccurl_offset_info info);

/// What `ccurl_set_private` set.
void *_Nullable ccurl_get_private(CURL *_Nonnull easy);

// MARK: Multi

typedef struct { CURLMoption code; } ccurl_multi_long_option;

extern const ccurl_multi_long_option ccurl_multi_option_max_cached_connections;
extern const ccurl_multi_long_option ccurl_multi_option_max_streams;
extern const ccurl_multi_long_option ccurl_multi_option_max_total_connections;
extern const ccurl_multi_long_option ccurl_multi_option_multiplexing;

/// Sets a number.
CURLMcode ccurl_multi_set_long(CURLM *_Nonnull multi, ccurl_multi_long_option option, long value);

/// Takes the next transfer that ended; returns false if there is none.
bool ccurl_multi_next_done(CURLM *_Nonnull multi, CURL *_Nullable *_Nonnull easy, CURLcode *_Nonnull result);

#ifdef __cplusplus
}
#endif

#endif
