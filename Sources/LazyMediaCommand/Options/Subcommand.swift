/// What the command does: its first argument.
enum Subcommand: String, CaseIterable, Sendable {
  case fetch, probe, hash, ad, vast, render, cache, serve, demo, completions, help

  /// What it does, in one line, for the overview and the completions.
  var summary: String {
    switch self {
    case .fetch: "fetch and decode images, and report or write the results"
    case .probe: "report format, size and orientation from the first bytes"
    case .hash: "print placeholder hashes: BlurHash and ThumbHash"
    case .ad: "load a native ad and print its events"
    case .vast: "follow a VAST document to the video file that would be played"
    case .render: "draw ads and feeds into pictures, and report on many ads"
    case .cache: "look into the folder of a disk cache, and keep it in order"
    case .serve: "answer as an ad server on the loopback, with sample ads"
    case .demo: "serve a folder on the loopback, load ads of it, and draw them as a feed"
    case .completions: "print the completion script of a shell"
    case .help: "explain a command"
    }
  }

  /// What it takes besides options, as it stands in a synopsis.
  var operands: String {
    switch self {
    case .fetch, .probe, .hash: "SOURCE..."
    case .ad, .vast: "SOURCE"
    case .render: "\(RenderAction.allCases.map(\.rawValue).joined(separator: "|")) SOURCE..."
    case .cache: "\(CacheAction.allCases.map(\.rawValue).joined(separator: "|")) DIR"
    case .serve, .demo: ""
    case .completions: Shell.allCases.map(\.rawValue).joined(separator: "|")
    case .help: "[COMMAND]"
    }
  }
}

/// A shell whose completion script can be printed.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh
}
