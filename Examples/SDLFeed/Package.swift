// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "SDLFeed",
  dependencies: [.package(name: "LazyMedia", path: "../..")],
  targets: [
    // Without its pkgConfig, whose flags the package manager refuses with a warning.
    .systemLibrary(name: "CSDL2", providers: [.apt(["libsdl2-dev"])]),
    .executableTarget(
      name: "SDLFeed",
      dependencies: [
        "CSDL2", .product(name: "MediaCanvas", package: "LazyMedia"),
        .product(name: "NativeAds", package: "LazyMedia"),
        .product(name: "OriginServer", package: "LazyMedia"),
        .product(name: "SampleFeed", package: "LazyMedia"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
