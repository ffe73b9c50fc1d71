internal import CCurlOptions

/// libcurl as a whole.
enum CurlLibrary {
  /// Sets libcurl up, once in the program's life; whether that worked.
  static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
