// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "GTKFeed",
  dependencies: [.package(name: "LazyMedia", path: "../..", traits: [.defaults, "GTK"])],
  targets: [
    .executableTarget(
      name: "GTKFeed",
      dependencies: [
        .product(name: "LazyMediaGTK", package: "LazyMedia"),
        .product(name: "NativeAds", package: "LazyMedia"),
        .product(name: "OriginServer", package: "LazyMedia"),
        .product(name: "SampleFeed", package: "LazyMedia"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
