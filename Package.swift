// swift-tools-version: 6.2

import PackageDescription

// The engine's inner loop is compiled for three levels of x86-64 and chosen at run time. SwiftPM refuses unsafe flags in a
// package that others depend on by version, so they are set only where this package is the root: a dependent package gets the
// same code at the baseline level (README, "The library").
let isRoot = !Context.packageDirectory.contains("/.build/checkouts/")

func kernelSettings(level: Int) -> [SwiftSetting] {
    #if arch(x86_64)
        guard isRoot else { return strict }
        // Optimised in debug builds too: tests of the engine would take minutes otherwise.
        let flags: [Int: [String]] = [
            1: ["-O"],
            3: ["-O", "-Xcc", "-march=x86-64-v3"],
            4: ["-O", "-Xcc", "-march=x86-64-v4", "-Xcc", "-mprefer-vector-width=512"],
        ]
        return strict + [.unsafeFlags(flags[level]!)] + (level >= 3 ? [.define("FMA")] : [])
    #else
        return strict
    #endif
}

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

let package = Package(
    name: "closecast",
    products: [
        .executable(name: "closecast", targets: ["closecast"]),
        .executable(name: "closecast-bench", targets: ["closecast-bench"]),
        .library(name: "LSTMEngine", targets: ["LSTMEngine"]),
        .library(name: "Forecasting", targets: ["Forecasting", "Market"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "COpenBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-dev"]), .brew(["openblas"])]),
        .target(name: "CProcessor"),
        .target(name: "LSTMKernels", swiftSettings: kernelSettings(level: 1)),
        .target(name: "LSTMKernelsV3", swiftSettings: kernelSettings(level: 3)),
        .target(name: "LSTMKernelsV4", swiftSettings: kernelSettings(level: 4)),
        .target(name: "JSONText", swiftSettings: strict),
        .target(name: "Platform", dependencies: ["CProcessor"], swiftSettings: strict),
        .target(
            name: "LSTMEngine",
            dependencies: ["COpenBLAS", "CProcessor", "JSONText", "LSTMKernels", "LSTMKernelsV3", "LSTMKernelsV4"],
            swiftSettings: strict),
        .target(name: "Market", swiftSettings: strict),
        .target(
            name: "Forecasting", dependencies: ["JSONText", "LSTMEngine", "Market", "Platform"], swiftSettings: strict),
        .target(name: "MarketFeeds", dependencies: ["JSONText", "Market"], swiftSettings: strict),
        .target(name: "Ledger", dependencies: ["Market"], swiftSettings: strict),
        .target(name: "Portfolio", dependencies: ["Forecasting", "JSONText", "Ledger", "Market"], swiftSettings: strict),
        .target(
            name: "Storage",
            dependencies: ["Ledger", "Market", "Platform", "Portfolio", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: strict),
        .executableTarget(
            name: "closecast",
            dependencies: [
                "Forecasting", "JSONText", "Ledger", "LSTMEngine", "Market", "MarketFeeds", "Platform", "Portfolio", "Storage",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "closecast-bench",
            dependencies: [
                "COpenBLAS", "Forecasting", "JSONText", "LSTMEngine", "Ledger", "Market", "Platform", "Portfolio", "Storage",
            ], swiftSettings: strict),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(name: "ChildProcess", path: "Tests/ChildProcess", swiftSettings: strict),
        .target(name: "LoopbackServer", path: "Tests/LoopbackServer", swiftSettings: strict),
        .testTarget(
            name: "LSTMEngineTests",
            dependencies: ["AllocationCounter", "COpenBLAS", "Forecasting", "JSONText", "LSTMEngine", "Market", "Platform"],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "Market"], swiftSettings: strict),
        .testTarget(name: "MarketTests", dependencies: ["Market"], swiftSettings: strict),
        .testTarget(
            name: "ForecastingTests", dependencies: ["Forecasting", "JSONText", "LSTMEngine", "Market", "Platform"],
            exclude: ["Golden"], swiftSettings: strict),
        .testTarget(
            name: "MarketFeedsTests", dependencies: ["JSONText", "LoopbackServer", "Market", "MarketFeeds"], swiftSettings: strict),
        .testTarget(name: "LedgerTests", dependencies: ["Ledger", "Market"], swiftSettings: strict),
        .testTarget(
            name: "PortfolioTests", dependencies: ["Forecasting", "JSONText", "Ledger", "Market", "Portfolio", "Storage"],
            swiftSettings: strict),
        .target(name: "StorageCrashPlan", dependencies: ["Storage"], path: "Tests/StorageCrashPlan", swiftSettings: strict),
        .executableTarget(
            name: "storage-crash", dependencies: ["Ledger", "Market", "Platform", "Portfolio", "Storage", "StorageCrashPlan"],
            path: "Tests/StorageCrash", swiftSettings: strict),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "ChildProcess", "Ledger", "Market", "Platform", "Portfolio", "Storage", "StorageCrashPlan", "storage-crash",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Schemas"], swiftSettings: strict),
        .testTarget(
            name: "CommandLineTests",
            dependencies: ["ChildProcess", "closecast", "JSONText", "Ledger", "LoopbackServer", "Market"], swiftSettings: strict),
        .testTarget(name: "TidyTests", dependencies: ["Platform"], swiftSettings: strict),
    ]
)
