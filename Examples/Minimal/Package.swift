// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Minimal",
  dependencies: [.package(name: "LazyMedia", path: "../..")],
  targets: [
    .executableTarget(name: "Minimal", dependencies: [.product(name: "LazyMedia", package: "LazyMedia")])
  ],
  swiftLanguageModes: [.v6]
)
