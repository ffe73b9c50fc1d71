#if Redis
  internal import CHiredis

  /// What a server answered.
  final class RedisReply {
    private let reply: UnsafeMutablePointer<redisReply>
    /// Whoever holds the whole answer that this is a part of.
    private let whole: RedisReply?

    init(_ reply: UnsafeMutablePointer<redisReply>) {
      self.reply = reply
      whole = nil
    }

    private init(_ reply: UnsafeMutablePointer<redisReply>, of whole: RedisReply) {
      self.reply = reply
      self.whole = whole
    }

    deinit { if whole == nil { freeReplyObject(reply) } }

    /// The text of an answer that says no.
    var refusal: String? {
      guard reply.pointee.type == REDIS_REPLY_ERROR else { return nil }
      return withBytes { String(decoding: $0, as: UTF8.self) }
    }

    var isNil: Bool { reply.pointee.type == REDIS_REPLY_NIL }

    var integer: Int? { reply.pointee.type == REDIS_REPLY_INTEGER ? Int(reply.pointee.integer) : nil }

    /// The parts of an array; `nil` of anything else.
    var elements: [RedisReply]? {
      guard reply.pointee.type == REDIS_REPLY_ARRAY else { return nil }
      return (0..<Int(reply.pointee.elements)).compactMap { index in
        reply.pointee.element?[index].map { RedisReply($0, of: whole ?? self) }
      }
    }

    /// The bytes of a text, whatever they are; `nil` of anything else.
    var bytes: [UInt8]? { isText ? withBytes { Array($0) } : nil }

    var byteCount: Int? { isText ? Int(reply.pointee.len) : nil }

    private var isText: Bool {
      reply.pointee.type == REDIS_REPLY_STRING || reply.pointee.type == REDIS_REPLY_STATUS
    }

    /// The bytes of a text or of a refusal, in place.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      withExtendedLifetime(whole) {
        body(
          UnsafeRawBufferPointer(
            start: reply.pointee.str, count: reply.pointee.str == nil ? 0 : Int(reply.pointee.len)))
      }
    }
  }
#endif
