// swift-tools-version: 6.2

import PackageDescription

// A program of its own that forecasts with Closecast as a library. Elsewhere the dependency is the repository's address:
// .package(url: "<the repository>", from: "0.1.0")
let package = Package(
    name: "embedding",
    dependencies: [.package(name: "closecast", path: "../..")],
    targets: [
        .executableTarget(
            name: "embedding",
            dependencies: [
                .product(name: "Forecasting", package: "closecast"), .product(name: "LSTMEngine", package: "closecast"),
            ])
    ]
)
