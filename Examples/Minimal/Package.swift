// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Minimal",
  dependencies: [.package(name: "LazyMedia", path: "../..")],
  targets: [
    .executableTarget(name: "Minimal", dependencies: [.product(name: "LazyMedia", package: "LazyMedia")]),
    .executableTarget(
      name: "AdUnit",
      dependencies: [
        .product(name: "MediaCanvas", package: "LazyMedia"),
        .product(name: "SampleFeed", package: "LazyMedia"),
      ]),
    .executableTarget(name: "Ad", dependencies: [.product(name: "NativeAds", package: "LazyMedia")]),
  ],
  swiftLanguageModes: [.v6]
)
