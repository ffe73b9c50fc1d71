/// Small files that this project made, and what tests do to them.
public enum SampleFile {
  /// A PNG of 4x2 pixels.
  public static let png4x2 = bytes(
    """
    iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAFklEQVR4nGNkYGgIZWCAIBaG/wxwAAApygKEptz60gAAAABJ\
    RU5ErkJggg==
    """)

  /// A baseline JPEG of 32x16 pixels.
  public static let jpeg32x16 = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwg\
    IyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo\
    KCgoKCgoKCgoKCgoKCj/wAARCAAQACADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAA\
    AgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6\
    Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG\
    x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREA\
    AgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5\
    OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPE\
    xcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDyK08N9Pk/Stq08N9Pk/SvULTw30+T9K2r\
    Tw30+T9K7a+e+Z8zlXEu2p5faeG+nyfpW1Z+G+nyfpXqNp4b6fJ+lbVp4b6fJ+leNXz3zP0vKuJdtT//2Q==
    """)

  /// A progressive JPEG of 48x48 pixels.
  public static let progressiveJPEG48x48 = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwg\
    IyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo\
    KCgoKCgoKCgoKCgoKCj/wgARCAAwADADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABAUH/8QAGAEBAQEBAQAAAAAA\
    AAAAAAAABQQABwP/2gAMAwEAAhADEAAAAc+ShLPmZKEzMHQlE7MVKE7nJkoTOydCUTsxUoTucGShM7J0JRMz/8QAFhABAQEA\
    AAAAAAAAAAAAAAAAAgAB/9oACAEBAAEFAsNgsNgsMRYLBYLBYLBYbBYLBYIiwWCwWCwWCwWCwWCwWCwWCwWCwWC//8QAFREB\
    AQAAAAAAAAAAAAAAAAAAAwD/2gAIAQMBAT8BBoGgaBoGgaBoGga//8QAFhEAAwAAAAAAAAAAAAAAAAAAAAID/9oACAECAQE/\
    AWoNQag1BqDUGoNQah//xAAUEAEAAAAAAAAAAAAAAAAAAABQ/9oACAEBAAY/AhP/xAAUEAEAAAAAAAAAAAAAAAAAAABQ/9oA\
    CAEBAAE/IRO7KquqKqqqqqv/2gAMAwEAAgADAAAAEKP16rlKbFv/xAAVEQEBAAAAAAAAAAAAAAAAAAAAMf/aAAgBAwEBPxCC\
    CCCCCCCD/8QAFBEBAAAAAAAAAAAAAAAAAAAAMP/aAAgBAgEBPxAf/wD/AP/EABcQAAMBAAAAAAAAAAAAAAAAAAAhMWH/2gAI\
    AQEAAT8QzJImiSJogjIyJIyJIyMySJIkiSIIyMiSJIyJIyJIkiSJIyMjIyJIyJI//9k=
    """)

  /// A baseline JPEG of 16x96 pixels: several rows of blocks.
  public static let jpeg16x96 = bytes(
    """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwg\
    IyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo\
    KCgoKCgoKCgoKCgoKCj/wAARCABgABADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAA\
    AgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6\
    Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG\
    x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREA\
    AgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5\
    OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPE\
    xcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDxKysFttCnZlBMieUoJxktxx9ASce1TT6b\
    5WixwgJunkVSD12jkkfiB+ddFdWOfsFop9ZXXb+CnP8A31Wg+nmfV4bcKdlugGCB95uSR+G38qxyvC/W2pd9fu2PsKuKVKLp\
    R6KMF6y1l+F16o19Os/tGtXMsvyRxMU+ZuFVeCfYcE/jVqzzBFc6i6De26RVdunouT+AH4cdq0tLsha6FIcDfKBCoIJzu6/p\
    k/hU95Z4s0twBumcJgrztXkkfjj86MuxMqGBXsvjm1BPst5P7vxsfKPHNNVJPWKc3/ik7RX3/ntsdCbXb9itdrbVUzuMDB7D\
    H5N+dP8AsP8AxMkUK5FvEq7T03HnI/Nc/StzS7ZJry9ugEWIHbu3ZXaAF3Z9MDNMsITFaS3kixiRi02MEjeT8ox1wScV4WEx\
    Lp0KTj8UIaf4qj5V9zR85LGRnNuT92Um7/3Ka/XR/eeawfGM2fhcqvh077llgBF4OM8nOY/RSPxqze/GP7PZwQDw6QXxn/TB\
    hlXnGfL45K/lXnVzYM39m2gUhFxKeeGJyBx7YP51JNZm51h4QCyQsIh82RnOSfY/w/hX1+GyrBKjTn7PZKW76JtLf+Zp/wDA\
    Psp8P5WnKlGn/LTXvS66y69rr+kbWj28dzqDXz4EALNuCn7igAHHXoKbpcHk2U9/JiOUI8vyrkBm6YH1/wDr1ux2RtfDSbN6\
    yS/u1K9uhOfbAI/GpL+yaOwtLWNSvmkBjnGQMcY7/ez+Fc1CtBRj/wBu/coQlp5+6c/12cI873Scn/im7L7m19+5v3Nor3Nj\
    a/IRDAWOOoZzjB/75H51O1klx4hYfIUg2xgqM/dXLZ9wSR+Fa+mW6y3F3fvmSJV3ghcEop4wOOwFPs4HttPvL1wWuDvOQo++\
    7bQ2OnU5rw6GMqexi2l7sY7332/JXPm/rlOc+d7Sk5P/AAwVl9+n3H//2Q==
    """)

  /// `jpeg` with comment segments after its first marker, so that the file has more than `minimum` bytes.
  public static func padded(_ jpeg: [UInt8], toAtLeast minimum: Int) -> [UInt8] {
    var file = Array(jpeg[..<2])
    while file.count < minimum {
      file += [0xFF, 0xFE, 0xFF, 0xFF]
      file += repeatElement(0x20, count: 0xFFFF - 2)
    }
    return file + jpeg[2...]
  }

  /// Decodes base64 (RFC 4648, section 4).
  private static func bytes(_ base64: String) -> [UInt8] {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in base64.utf8 {
      let value: UInt32
      switch character {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(character) - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(character) - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(character) + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: continue
      }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }
}
