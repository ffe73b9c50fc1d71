import JSON
import LazyMedia

/// One source: as given, and what the pipeline is asked for.
struct SourceRequest: Equatable, Sendable {
  /// As given; printed as `source`.
  var text: String
  /// What the pipeline is asked for.
  var url: String
  /// Where the line that gave the source says so, instead of the options.
  var size: PixelSize?
  var fit: ContentFit?
  var allowsUpscaling: Bool?
  /// Besides those of the options.
  var headers: [HTTPField] = []
  /// Why the line could not be understood; such a source fails without being fetched.
  var problem: String?

  /// Takes an argument, or a line that is no JSON object.
  init(_ argument: Argument, workingDirectory: () -> String = WorkingDirectory.path) {
    text = argument.text
    url = argument.url(workingDirectory: workingDirectory)
  }

  private init(text: String, problem: String) {
    self.text = text
    url = ""
    self.problem = problem
  }

  /// Takes a line of standard input: a JSON object if it starts with `{`, else a source. A blank line is none.
  init?(line: [UInt8], workingDirectory: () -> String = WorkingDirectory.path) {
    guard let first = line.first(where: { $0 != 0x20 && $0 != 0x09 }) else { return nil }
    guard first == UInt8(ascii: "{") else {
      self.init(Argument(bytes: line), workingDirectory: workingDirectory)
      return
    }
    do throws(JSONValue.SyntaxError) {
      let value = try JSONValue(line)
      do throws(UsageError) {
        try self.init(value)
      } catch {
        self.init(
          text: Self.sourceText(of: value) ?? String(decoding: line, as: UTF8.self), problem: error.message)
      }
    } catch {
      self.init(
        text: String(decoding: line, as: UTF8.self),
        problem: "the line is no JSON object: \(error.message), at byte \(error.offset + 1)")
    }
  }

  /// A line that was longer than ``LineSplitter/maximumLength``.
  static func tooLong(startingWith start: [UInt8]) -> SourceRequest {
    SourceRequest(
      text: String(decoding: start, as: UTF8.self) + "...",
      problem: "the line has more than \(LineSplitter.maximumLength) bytes")
  }

  /// Standard input that is a file, not a list of sources.
  static let notAList = SourceRequest(
    text: "-", problem: "standard input holds file contents, not a list of sources")

  private static func sourceText(of value: JSONValue) -> String? {
    guard case .object(let members) = value,
      case .string(let text)? = members.first(where: { $0.name == "source" })?.value
    else { return nil }
    return text
  }

  private init(_ value: JSONValue) throws(UsageError) {
    guard case .object(let members) = value, let source = Self.sourceText(of: value), !source.isEmpty else {
      throw UsageError(message: "the line has no text member 'source'")
    }
    self.init(Argument(source))
    for member in members where member.name != "source" {
      switch (member.name, member.value) {
      case (_, .null):
        continue
      case ("size", .string(let text)):
        do throws(InvalidValue) {
          size = try OptionValue.pixelSize(text)
        } catch {
          throw UsageError(message: "member 'size' must be \(error.expected)")
        }
      case ("fit", .string(let text)):
        guard let fit = ContentFit(rawValue: text) else {
          throw UsageError(message: "member 'fit' must be contain, cover, fill or center")
        }
        self.fit = fit
      case ("upscale", .bool(let isOn)):
        allowsUpscaling = isOn
      case ("headers", .object(let fields)):
        for field in fields {
          guard case .string(let value) = field.value,
            let header = OptionValue.headerField(name: field.name, value: value)
          else { throw UsageError(message: "member 'headers' has an invalid field") }
          headers.append(header)
        }
      case ("size", _), ("fit", _), ("upscale", _), ("headers", _):
        throw UsageError(message: "member '\(member.name)' has a value of the wrong kind")
      default:
        throw UsageError(message: "unknown member '\(Text.printable(member.name))'")
      }
    }
  }
}
