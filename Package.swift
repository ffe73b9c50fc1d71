// swift-tools-version: 6.2
import PackageDescription

/// Formats and features that need a further system library are traits, so that a build without one
/// does not need its library. Those that guard no source yet say so.
let traits: Set<Trait> = [
  .default(enabledTraits: ["Canvas", "DiskCache", "VAST"]),
  .trait(name: "Canvas", description: "Draws ads into pictures, with Cairo and Pango."),
  .trait(name: "DiskCache", description: "Keeps media on disk, with SQLite and zlib."),
  .trait(name: "VAST", description: "Reads VAST tags, with libxml2."),
  .trait(
    name: "Redis", description: "Keeps media on a Redis server that programs share, with hiredis and zlib."),
  .trait(name: "WebP", description: "Decodes WebP, with libwebp (reserved: guards nothing yet)."),
  .trait(name: "GIF", description: "Decodes GIF, with giflib (reserved: guards nothing yet)."),
  .trait(name: "AVIF", description: "Decodes AVIF, with libavif (reserved: guards nothing yet)."),
  .trait(name: "GTK", description: "Shows ads in GTK 4 programs."),
]

let package = Package(
  name: "LazyMedia",
  products: [
    .library(name: "LazyMediaGTK", targets: ["LazyMediaGTK"]),
    .library(name: "MediaCanvas", targets: ["MediaCanvas"]),
    .library(name: "NativeAds", targets: ["NativeAds"]),
    .library(name: "LazyMedia", targets: ["LazyMedia"]),
    .library(name: "OriginServer", targets: ["OriginServer"]),
    .library(name: "SampleFeed", targets: ["SampleFeed"]),
    .library(name: "MediaCodecs", targets: ["MediaCodecs"]),
    .library(name: "MediaTransport", targets: ["MediaTransport"]),
    .executable(name: "lazymedia", targets: ["LazyMediaCommand"]),
    .executable(name: "benchmarks", targets: ["Benchmarks"]),
    .executable(name: "media-limit", targets: ["MediaLimit"]),
    .executable(name: "simulate", targets: ["Simulate"]),
  ],
  traits: traits,
  targets: [
    // Floor 0: system libraries.
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg62-turbo-dev"])]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Without its pkgConfig, whose flags the package manager refuses with a warning.
    .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
    .systemLibrary(name: "CEpoll"),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CFontconfig", pkgConfig: "fontconfig", providers: [.apt(["libfontconfig-dev"])]),
    // Without its pkgConfig, whose flags the package manager refuses with a warning: see its shim.h.
    .systemLibrary(name: "CPango", providers: [.apt(["libpango1.0-dev"])]),
    // Its flags bring a warning of the package manager, in builds with the trait GTK alone.
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),

    // Floor 1: what Swift cannot do by itself, and a reader of JSON.
    .target(
      name: "CCanvasFonts",
      exclude: [
        "CanvasSans-Bold.ttf", "CanvasSans-Regular.ttf", "LICENSE.txt", "README.md", "make-fonts.py",
      ]),
    .target(name: "CCurlOptions", dependencies: ["CCurl"]),
    .target(name: "CImageCodecs", dependencies: ["CJPEG", "CPNG"]),
    .target(name: "CMainQueue"),
    .target(name: "Locking"),
    .target(name: "JSON"),

    // Floor 2.
    .target(name: "MediaCodecs", dependencies: ["CImageCodecs", "Locking"]),
    .target(name: "MediaTransport", dependencies: ["CCurlOptions", "Locking"]),

    // Floor 3.
    .target(
      name: "LazyMedia",
      dependencies: [
        "CMainQueue", "Locking", "MediaCodecs", "MediaTransport",
        .target(name: "CSQLite", condition: .when(traits: ["DiskCache"])),
        .target(name: "CZlib", condition: .when(traits: ["DiskCache", "Redis"])),
        .target(name: "CHiredis", condition: .when(traits: ["Redis"])),
      ]),

    // Floor 4.
    .target(
      name: "NativeAds",
      dependencies: [
        "JSON", "LazyMedia", "Locking", .target(name: "CXML2", condition: .when(traits: ["VAST"])),
      ]),

    // Floor 5.
    .target(
      name: "MediaCanvas",
      dependencies: [
        "NativeAds",
        .target(name: "CCairo", condition: .when(traits: ["Canvas"])),
        .target(name: "CCanvasFonts", condition: .when(traits: ["Canvas"])),
        .target(name: "CFontconfig", condition: .when(traits: ["Canvas"])),
        .target(name: "CPango", condition: .when(traits: ["Canvas"])),
      ]),
    .target(
      name: "LazyMediaGTK",
      dependencies: [
        "MediaCodecs", "NativeAds", .target(name: "CGTK", condition: .when(traits: ["GTK"])),
      ]),

    // Floor 6.
    .executableTarget(
      name: "LazyMediaCommand",
      dependencies: [
        "JSON", "LazyMedia", "Locking", "MediaCanvas", "NativeAds", "OriginServer", "SampleFeed",
      ]),
    .executableTarget(
      name: "Benchmarks",
      // CacheWriter and MediaLimit are run, not linked: dependencies, so that they are built before.
      dependencies: [
        "AllocationCount", "CacheWriter", "FeedSimulator", "LazyMedia", "MediaCodecs", "MediaLimit",
        "MediaTransport",
        "OriginServer", "SeededRandom",
      ],
      path: "Benchmarks/Benchmarks"),
    .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
    .executableTarget(
      name: "MediaLimit", dependencies: ["CCurl", "CJPEG", "CPNG"], path: "Benchmarks/MediaLimit"),

    // Tests mirror Sources; OriginServer is the scripted origin that tests, demo and benchmarks share.
    .target(name: "OriginServer", dependencies: ["CEpoll", "Locking"], path: "Tests/OriginServer"),
    .target(
      name: "SampleFeed",
      dependencies: ["JSON", "Locking", "MediaCodecs", "NativeAds", "OriginServer", "SampleMedia"],
      path: "Tests/SampleFeed"),
    .target(name: "SampleMedia", path: "Tests/SampleMedia"),
    .target(name: "SeededRandom", path: "Tests/SeededRandom"),
    .target(name: "CMemoryFacts", path: "Tests/CMemoryFacts"),
    .target(
      name: "MediaTransportTesting", dependencies: ["Locking", "MediaTransport"],
      path: "Tests/MediaTransportTesting"),
    .target(
      name: "LazyMediaTesting",
      dependencies: [
        "LazyMedia", "Locking", "MediaCodecs", "MediaTransport", "MediaTransportTesting", "SampleMedia",
      ],
      path: "Tests/LazyMediaTesting"),
    .target(
      name: "AdSimulator",
      dependencies: [
        "LazyMedia", "LazyMediaTesting", "Locking", "MediaCodecs", "MediaTransport", "MediaTransportTesting",
        "NativeAds", "SeededRandom",
      ],
      path: "Tests/AdSimulator"),
    .target(
      name: "SlotSimulator",
      dependencies: [
        "LazyMedia", "LazyMediaTesting", "Locking", "MediaCodecs", "MediaTransport", "MediaTransportTesting",
        "SeededRandom",
      ],
      path: "Tests/SlotSimulator"),
    .target(
      name: "FeedSimulator",
      dependencies: [
        "LazyMedia", "LazyMediaTesting", "Locking", "MediaCodecs", "MediaTransportTesting", "SeededRandom",
      ],
      path: "Tests/FeedSimulator"),
    .executableTarget(
      name: "Simulate", dependencies: ["AdSimulator", "SlotSimulator"], path: "Tests/Simulate"),
    .testTarget(name: "AdSimulatorTests", dependencies: ["AdSimulator", "LazyMedia"]),
    .testTarget(name: "LockingTests", dependencies: ["Locking"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "OriginServerTests", dependencies: ["OriginServer"]),
    .testTarget(
      name: "SampleFeedTests",
      dependencies: [
        "JSON", "LazyMedia", "MediaCodecs", "MediaTransport", "NativeAds", "OriginServer", "SampleFeed",
      ]),
    .testTarget(name: "MediaCodecsTests", dependencies: ["LazyMediaTesting", "MediaCodecs", "SeededRandom"]),
    .testTarget(
      name: "MediaTransportTests",
      dependencies: [
        "CMemoryFacts", "Locking", "MediaTransport", "MediaTransportTesting", "OriginServer", "SeededRandom",
      ]),
    .executableTarget(
      name: "ForeignLoop", dependencies: ["LazyMedia", "MediaTransport"], path: "Tests/ForeignLoop"),
    .executableTarget(
      name: "CacheWriter", dependencies: ["LazyMedia", "SeededRandom"], path: "Tests/CacheWriter"),
    .testTarget(
      name: "LazyMediaTests",
      dependencies: [
        "CacheWriter", "FeedSimulator", "ForeignLoop", "LazyMedia", "LazyMediaTesting", "Locking",
        "MediaCodecs",
        "MediaTransport", "MediaTransportTesting", "OriginServer", "SeededRandom", "SlotSimulator",
      ]),
    .executableTarget(
      name: "TrackerWriter",
      dependencies: ["LazyMedia", "Locking", "NativeAds", "OriginServer", "SeededRandom"],
      path: "Tests/TrackerWriter"),
    .testTarget(
      name: "NativeAdsTests",
      dependencies: [
        "JSON", "LazyMedia", "LazyMediaTesting", "Locking", "MediaCodecs", "MediaTransport",
        "MediaTransportTesting", "NativeAds", "OriginServer", "SampleFeed", "SeededRandom", "TrackerWriter",
      ]),
    .testTarget(
      name: "MediaCanvasTests",
      dependencies: [
        "CMemoryFacts", "LazyMedia", "LazyMediaTesting", "MediaCanvas", "MediaCodecs", "MediaTransport",
        "MediaTransportTesting", "NativeAds",
      ],
      exclude: ["Goldens"]),
    .executableTarget(name: "GLibLoop", dependencies: ["LazyMediaGTK"], path: "Tests/GLibLoop"),
    .testTarget(
      name: "LazyMediaGTKTests",
      dependencies: ["GLibLoop", "LazyMediaGTK", "LazyMediaTesting", "MediaCodecs", "NativeAds"]),
    .testTarget(
      name: "LazyMediaCommandTests",
      dependencies: [
        "JSON", "LazyMedia", "LazyMediaCommand", "LazyMediaTesting", "MediaTransport", "NativeAds",
        "OriginServer", "SampleFeed",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // Rules that the simulator breaks on purpose, to show that it would notice. Release builds lack them.
    .define("MUTANTS", .when(configuration: .debug)),
  ]
}
