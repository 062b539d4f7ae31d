// swift-tools-version: 6.2

import PackageDescription

// The engine's inner loop is compiled for three levels of x86-64 and chosen at run time. SwiftPM refuses unsafe flags in a
// package that others depend on by version, so they are set only where this package is the root: a dependent package gets the
// same code at the baseline level (docs/library.md).
let isRoot = !Context.packageDirectory.contains("/.build/checkouts/")

func kernelSettings(level: Int) -> [SwiftSetting] {
    #if arch(x86_64)
        guard isRoot else { return strict }
        let flags: [Int: [String]] = [
            1: [],
            3: ["-Xcc", "-march=x86-64-v3"],
            4: ["-Xcc", "-march=x86-64-v4", "-Xcc", "-mprefer-vector-width=512"],
        ]
        return optimisedInDebug + [.unsafeFlags(flags[level]!)] + (level >= 3 ? [.define("FMA")] : [])
    #else
        return strict
    #endif
}

// `scripts/build` sets CLOSECAST_STATIC: the programs then contain Swift's libraries, whose loading takes longer than most commands
// do. It is for programs alone: a test bundle loads XCTest, which brings the libraries with it.
let quickStart: [LinkerSetting] =
    isRoot && Context.environment["CLOSECAST_STATIC"] != nil
    ? [
        .unsafeFlags(
            [
                "-static-stdlib", "-Xlinker", "--start-group", "-lFoundation", "-lFoundationInternationalization",
                "-lFoundationEssentials", "-lCoreFoundation", "-l_FoundationICU", "-l_FoundationCShims", "-l_FoundationCollections",
                "-lswiftSynchronization", "-lstdc++", "-lm", "-Xlinker", "--end-group",
            ], .when(platforms: [.linux], configuration: .release))
    ] : []

// What only gRPC needs: 190 seconds of compiling. Whether it is in the graph decides the trait.
let grpc: TargetDependencyCondition? = .when(traits: ["GRPC"])

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

// What lies below the faces: most tests wait for its arithmetic, parsing, hashing and rows. Optimised in debug builds too, a module at
// a time, which takes three fifths of the time that file by file does; assertions are checked all the same.
let optimisedInDebug: [SwiftSetting] =
    strict
    + (isRoot
        ? [
            .unsafeFlags(
                ["-O", "-assert-config", "Debug", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"],
                .when(configuration: .debug))
        ]
        : [])

// Tests themselves are never optimised, which saves minutes of a first build; only the engine's, which multiply matrices, are.
let tests: [SwiftSetting] =
    strict + (isRoot ? [.unsafeFlags(["-Onone", "-gline-tables-only"], .when(configuration: .release))] : [])

// The edge's middleware is generic over the context of a request. Where it is not specialised for the server's context, every request
// pays for it.
let specialised: [SwiftSetting] =
    strict + (isRoot ? [.unsafeFlags(["-cross-module-optimization"], .when(configuration: .release))] : [])

let package = Package(
    name: "closecast",
    products: [
        .executable(name: "closecast", targets: ["closecast"]),
        .executable(name: "closecast-server", targets: ["closecast-server"]),
        .executable(name: "closecast-picture", targets: ["closecast-picture"]),
        .executable(name: "closecast-bench", targets: ["closecast-bench"]),
        .library(name: "LSTMEngine", targets: ["LSTMEngine"]),
        .library(name: "Forecasting", targets: ["Forecasting", "Market"]),
    ],
    traits: [
        .trait(name: "GRPC", description: "The Open Inference Protocol over gRPC, in closecast-server.")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        // Only the server's: `swift build --product closecast` builds none of these.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.3"),
        .package(url: "https://github.com/grpc/grpc-swift-nio-transport", from: "2.9.2"),
        .package(url: "https://github.com/grpc/grpc-swift-protobuf", from: "2.4.1"),
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        .systemLibrary(
            name: "COpenBLAS", pkgConfig: "openblas", providers: [.apt(["libopenblas-dev"]), .brew(["openblas"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        .systemLibrary(
            name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .target(
            name: "CPicture", linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("webp")]),
        .target(name: "CProcessor"),
        .target(name: "CCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "LSTMKernels", swiftSettings: kernelSettings(level: 1)),
        .target(name: "LSTMKernelsV3", swiftSettings: kernelSettings(level: 3)),
        .target(name: "LSTMKernelsV4", swiftSettings: kernelSettings(level: 4)),
        .target(name: "Digests", swiftSettings: optimisedInDebug),
        .target(name: "JSONText", swiftSettings: optimisedInDebug),
        .target(name: "Platform", dependencies: ["CProcessor", "Digests"], swiftSettings: optimisedInDebug),
        .target(name: "Settings", dependencies: ["Platform"], swiftSettings: strict),
        .target(name: "Assistants", dependencies: ["JSONText", "Platform"], swiftSettings: optimisedInDebug),
        .target(name: "Archives", dependencies: ["CZlib"], swiftSettings: optimisedInDebug),
        .target(name: "Pictures", dependencies: ["Platform"], swiftSettings: strict),
        .target(name: "QRCodes", dependencies: ["CQREncode", "Platform"], swiftSettings: strict),
        .target(name: "HTMLTemplates", dependencies: ["Platform"], swiftSettings: optimisedInDebug),
        .target(
            name: "LSTMEngine",
            dependencies: ["COpenBLAS", "CProcessor", "Digests", "JSONText", "LSTMKernels", "LSTMKernelsV3", "LSTMKernelsV4"],
            swiftSettings: optimisedInDebug + (Context.environment["CLOSECAST_SANITIZED"] == nil ? [] : [.define("SANITIZED")])),
        .target(name: "Text", swiftSettings: optimisedInDebug),
        .target(name: "Market", dependencies: ["Archives", "Digests", "JSONText", "Text"], swiftSettings: optimisedInDebug),
        .target(
            name: "Forecasting", dependencies: ["Digests", "JSONText", "LSTMEngine", "Market", "Platform", "Text"],
            swiftSettings: optimisedInDebug),
        .target(name: "Languages", dependencies: ["Market"], swiftSettings: optimisedInDebug),
        .target(name: "Charts", dependencies: ["Languages", "Market", "Platform"], swiftSettings: optimisedInDebug),
        .target(name: "MarketFeeds", dependencies: ["CCurl", "JSONText", "Market", "Text"], swiftSettings: optimisedInDebug),
        .target(name: "Ledger", dependencies: ["Market", "Text"], swiftSettings: optimisedInDebug),
        .target(
            name: "MarketData",
            dependencies: [
                "JSONText", "Market", "MarketFeeds", "Platform", "Records", "Settings", "Store", "Text",
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ], swiftSettings: optimisedInDebug),
        .target(
            name: "Portfolio",
            dependencies: [
                "Access", "Digests", "JSONText", "Ledger", "Market", "MarketData", "Platform", "Records", "Store", "Text",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: optimisedInDebug),
        .target(
            name: "Forecasts",
            dependencies: [
                "Digests", "Forecasting", "JSONText", "Ledger", "Market", "MarketData", "Platform", "Portfolio", "Records", "Store",
                "Text",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: optimisedInDebug),
        .target(name: "Banking", dependencies: ["Digests", "Market", "Text"], swiftSettings: optimisedInDebug),
        .target(
            name: "Trading",
            dependencies: [
                "Access", "Banking", "Digests", "Identity", "JSONText", "Languages", "Ledger", "Market", "MarketData", "Notices",
                "People", "Platform", "Portfolio", "Records", "Settings", "Store", "Text",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: optimisedInDebug),
        .target(
            name: "PaperTrading",
            dependencies: [
                "Digests", "Forecasting", "Forecasts", "JSONText", "Ledger", "Market", "MarketData", "Platform", "Records", "Store",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: optimisedInDebug),
        .target(name: "Access", dependencies: ["CSodium", "Digests", "Platform"], swiftSettings: optimisedInDebug),
        .target(
            name: "People",
            dependencies: [
                "Access", "JSONText", "Languages", "Market", "Notices", "Platform", "Records", "Store", "Text",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: optimisedInDebug),
        .target(
            name: "Identity", dependencies: ["Access", "Languages", "Notices", "People", "Platform", "Records", "Store"],
            swiftSettings: optimisedInDebug),
        .target(
            name: "Keyrings", dependencies: ["Digests", "JSONText", "Market", "Platform"], swiftSettings: optimisedInDebug),
        .target(
            name: "Secrets",
            dependencies: [
                "CSodium", "Digests", "JSONText", "Keyrings", "Market", "People", "Platform",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: optimisedInDebug),
        .target(
            name: "Mail",
            dependencies: [
                "CCurl", "Digests", "HTMLTemplates", "JSONText", "Platform", "Settings",
            ],
            swiftSettings: strict),
        .target(
            name: "Store",
            dependencies: [
                "Access", "JSONText", "Ledger", "Market", "Platform", "Records", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: optimisedInDebug),
        .target(
            name: "Notices", dependencies: ["CCurl", "Digests", "JSONText", "Languages", "Platform", "Records", "Store"],
            swiftSettings: optimisedInDebug),
        .target(
            name: "Alerts",
            dependencies: [
                "Forecasting", "Forecasts", "Languages", "Ledger", "Market", "MarketData", "Notices", "Platform", "Portfolio",
                "Records", "Store",
            ], swiftSettings: optimisedInDebug),
        .target(
            name: "News",
            dependencies: [
                "Digests", "JSONText", "Market", "MarketData", "MarketFeeds", "Notices", "Platform", "Records", "Store", "Text",
            ], swiftSettings: optimisedInDebug),
        .target(
            name: "Expenses",
            dependencies: [
                "Digests", "Forecasting", "Forecasts", "JSONText", "Languages", "Ledger", "Market", "MarketData", "Notices",
                "People", "Platform", "Portfolio", "Records", "Store", "Text",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: optimisedInDebug),
        .target(
            name: "Support", dependencies: ["JSONText", "Languages", "Notices", "Platform", "Records", "Store"],
            swiftSettings: optimisedInDebug),
        .target(
            name: "Versions",
            dependencies: [
                "CSodium", "JSONText", "Languages", "Market", "MarketFeeds", "Notices", "Platform", "Records", "Settings", "Store",
            ],
            swiftSettings: optimisedInDebug),
        .target(
            name: "Storage",
            dependencies: [
                "Access", "Alerts", "Expenses", "Forecasts", "Identity", "MarketData", "News", "Notices", "PaperTrading", "People",
                "Platform", "Portfolio",
                "Store", "Support", "Trading", "Versions", .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: optimisedInDebug),
        .target(
            name: "Records",
            dependencies: [
                "JSONText", "Ledger", "Market", "Text",
            ],
            swiftSettings: optimisedInDebug),
        .target(
            name: "Inference",
            dependencies: [
                "Forecasting", "Forecasts", "LSTMEngine", "Market", "Platform", "Settings", "Text",
                .product(name: "CoreMetrics", package: "swift-metrics"), .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: optimisedInDebug),
        .target(
            name: "Jobs",
            dependencies: [
                "Access", "Digests", "Forecasting", "Forecasts", "Inference", "JSONText", "Languages", "Market", "Notices",
                "Platform", "Settings", "Store", "Text", .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: optimisedInDebug),
        .target(
            name: "Telemetry",
            dependencies: [
                "Digests", "JSONText", "Market", "Platform", .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"), .product(name: "Tracing", package: "swift-distributed-tracing"),
            ], swiftSettings: strict),
        .target(
            name: "HTTPEdge",
            dependencies: [
                "CZlib", "Digests", "JSONText", "Platform", "Settings", .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdHTTP2", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"), .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"), .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: specialised),
        .target(
            name: "APIKit",
            dependencies: [
                "Access", "Digests", "Forecasting", "Forecasts", "HTTPEdge", "Inference", "JSONText", "Ledger", "Market",
                "MarketData", "People", "Pictures", "Platform", "Portfolio", "Records", "Store", "Text",
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "Services",
            dependencies: [
                "Access", "Alerts", "APIKit", "Banking", "Digests", "Forecasting", "Forecasts", "HTTPEdge", "Identity", "Inference",
                "Jobs", "JSONText", "Market", "MarketData", "MarketFeeds", "Notices", "PaperTrading", "People", "Pictures",
                "Platform", "Portfolio", "Records", "Store", "Support", "Trading", "Versions",
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "PageKit",
            dependencies: [
                "Access", "APIKit", "Banking", "Charts", "Digests", "Expenses", "Forecasting", "Forecasts", "HTMLTemplates",
                "HTTPEdge", "Identity", "Inference", "JSONText", "Languages", "Ledger", "Market", "MarketData", "Notices", "People",
                "Platform", "Portfolio", "Services", "Store", "Support", "Text", "Trading",
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"), .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "NewsWeb",
            dependencies: [
                "Access", "APIKit", "HTMLTemplates", "HTTPEdge", "Languages", "Market", "MarketData", "News", "PageKit", "Records",
                "Services", "Store",
            ], swiftSettings: strict),
        .target(
            name: "AlertsWeb",
            dependencies: [
                "Access", "Alerts", "APIKit", "HTMLTemplates", "Languages", "Ledger", "PageKit", "Portfolio", "Records", "Services",
                "Store",
            ], swiftSettings: strict),
        .target(
            name: "NoticesWeb",
            dependencies: [
                "Access", "APIKit", "Digests", "Forecasts", "HTMLTemplates", "HTTPEdge", "Identity", "JSONText", "Languages",
                "Ledger", "Market", "MarketData", "Notices", "PageKit", "People", "Portfolio", "Records", "Services", "Store",
                "Trading", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "ExpensesWeb",
            dependencies: [
                "APIKit", "Charts", "Expenses", "Forecasting", "Forecasts", "HTMLTemplates", "HTTPEdge", "Inference", "JSONText",
                "Languages", "Ledger", "Market", "MarketData", "Notices", "PageKit", "People", "Portfolio", "Records", "Services",
                "Store", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "PaperWeb",
            dependencies: [
                "Access", "APIKit", "Charts", "HTMLTemplates", "HTTPEdge", "JSONText", "Languages", "Ledger", "Market",
                "MarketData", "PageKit", "PaperTrading", "Portfolio", "Services", "Store",
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ], swiftSettings: strict),
        .target(
            name: "TradingWeb",
            dependencies: [
                "APIKit", "Banking", "Charts", "Forecasts", "HTMLTemplates", "HTTPEdge", "Identity", "JSONText", "Languages",
                "Ledger", "Market", "MarketData", "PageKit", "People", "Platform", "Portfolio", "QRCodes", "Records", "Services",
                "Store", "Support", "Trading", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "AccountsWeb",
            dependencies: [
                "Access", "APIKit", "Archives", "HTMLTemplates", "HTTPEdge", "Identity", "Inference", "JSONText", "Languages",
                "Ledger", "Market", "MarketData", "PageKit", "PaperTrading", "People", "Platform", "Portfolio", "Records",
                "Services", "Store", "Trading", "TradingWeb", "Versions", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "WalletsWeb",
            dependencies: [
                "Access", "APIKit", "Charts", "Digests", "Expenses", "Forecasting", "Forecasts", "HTMLTemplates", "HTTPEdge",
                "Inference", "JSONText", "Languages", "Ledger", "Market", "MarketData", "Notices", "PageKit", "People", "Platform",
                "Portfolio", "Records", "Services", "Store", "Trading", "TradingWeb",
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "MarketsWeb",
            dependencies: [
                "Access", "APIKit", "Charts", "Forecasting", "Forecasts", "HTMLTemplates", "HTTPEdge", "Inference", "Jobs",
                "JSONText", "Languages", "Ledger", "Market", "MarketData", "News", "NewsWeb", "PageKit", "People", "Platform",
                "Portfolio", "Records", "Services", "Store", "Text", "Trading", "TradingWeb", "WalletsWeb",
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "Server",
            dependencies: [
                "Access", "APIKit", "Assistants", "Forecasting", "Forecasts", "HTTPEdge", "Inference", "JSONText", "Market",
                "MarketsWeb", "Platform", "Records", "Services", "Text", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ], swiftSettings: strict),
        .target(
            name: "Web",
            dependencies: [
                "AccountsWeb", "AlertsWeb", "APIKit", "ExpensesWeb", "HTMLTemplates", "Identity", "JSONText", "Languages", "Ledger",
                "Market", "MarketData", "MarketsWeb", "NewsWeb", "NoticesWeb", "PageKit", "PaperWeb", "People", "Portfolio",
                "Records", "Server", "Services", "Trading", "TradingWeb", "WalletsWeb",
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
            ], swiftSettings: strict),
        .target(
            name: "InferenceGRPC",
            dependencies: [
                "Access", "Inference", "Platform", "Settings", .product(name: "GRPCCore", package: "grpc-swift-2", condition: grpc),
                .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport", condition: grpc),
                .product(name: "GRPCProtobuf", package: "grpc-swift-protobuf", condition: grpc),
                .product(name: "SwiftProtobuf", package: "swift-protobuf", condition: grpc),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
            ], exclude: ["Protocol"], swiftSettings: strict),
        .executableTarget(
            name: "closecast",
            dependencies: [
                "Access", "Alerts", "Charts", "Expenses", "Forecasting", "Forecasts", "JSONText", "Keyrings", "Languages", "Ledger",
                "LSTMEngine", "Market", "MarketData", "MarketFeeds", "News", "Notices", "PaperTrading", "People", "Platform",
                "Portfolio",
                "Records", "Storage", "Store", "Text", "Trading", "Versions",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict, linkerSettings: quickStart),
        .executableTarget(
            name: "closecast-server",
            dependencies: [
                "Access", "Alerts", "APIKit", "Assistants", "Expenses", "Forecasting", "Forecasts", "HTMLTemplates", "HTTPEdge",
                "Identity", "Inference", "InferenceGRPC", "Jobs", "Keyrings", "Languages", "LSTMEngine", "Mail", "Market",
                "MarketData", "MarketFeeds", "News", "Notices", "NoticesWeb", "PageKit", "People", "Pictures", "Platform",
                "QRCodes", "Secrets", "Server", "Services", "Settings", "Storage", "Telemetry", "Text", "Trading", "Versions",
                "Web", .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ], swiftSettings: strict, linkerSettings: quickStart),
        .executableTarget(
            name: "closecast-picture", dependencies: ["CPicture"], swiftSettings: strict, linkerSettings: quickStart),
        .executableTarget(
            name: "closecast-bench",
            dependencies: [
                "Alerts", "COpenBLAS", "Forecasting", "Forecasts", "JSONText", "LSTMEngine", "Ledger", "Market", "MarketData",
                "Platform", "Portfolio", "Records", "Storage",
            ], swiftSettings: strict),
        .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
        .target(
            name: "PictureSamples", path: "Tests/PictureSamples",
            linkerSettings: [.linkedLibrary("jpeg"), .linkedLibrary("png"), .linkedLibrary("webp")]),
        .target(name: "ChildProcess", path: "Tests/ChildProcess", swiftSettings: strict),
        .target(name: "Scratch", path: "Tests/Scratch", swiftSettings: strict),
        .target(name: "Waits", path: "Tests/Waits", swiftSettings: strict),
        .target(
            name: "HTTPTestSupport", dependencies: ["ChildProcess", "CZlib", "Scratch", "Waits"], path: "Tests/HTTPTestSupport",
            swiftSettings: strict),
        .target(name: "LoopbackServer", path: "Tests/LoopbackServer", swiftSettings: strict),
        .testTarget(
            name: "LSTMEngineTests",
            dependencies: [
                "AllocationCounter", "COpenBLAS", "Digests", "Forecasting", "JSONText", "LSTMEngine", "Market", "Platform",
            ],
            exclude: ["Golden"], swiftSettings: optimisedInDebug),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText", "Market"], swiftSettings: tests),
        .testTarget(
            name: "PlatformTests",
            dependencies: [
                "Digests", "Market", "Platform", "Scratch", "Waits",
            ], swiftSettings: tests),
        .testTarget(name: "TextTests", dependencies: ["Market", "Text"], swiftSettings: tests),
        .testTarget(name: "MarketTests", dependencies: ["Market", "Text"], swiftSettings: tests),
        .testTarget(
            name: "ForecastingTests",
            dependencies: ["Digests", "Forecasting", "JSONText", "LSTMEngine", "Market", "Platform", "Scratch"],
            exclude: ["Golden"], swiftSettings: tests),
        .testTarget(
            name: "MarketFeedsTests", dependencies: ["JSONText", "LoopbackServer", "Market", "MarketFeeds", "Waits"],
            swiftSettings: tests),
        .testTarget(
            name: "LanguagesTests", dependencies: ["JSONText", "Languages", "Market", "Platform"], exclude: ["Golden"],
            swiftSettings: tests),
        .testTarget(
            name: "ChartsTests", dependencies: ["Charts", "Languages", "Market"], swiftSettings: tests),
        .testTarget(name: "LedgerTests", dependencies: ["Ledger", "Market"], swiftSettings: tests),
        .testTarget(name: "BankingTests", dependencies: ["Banking", "Market"], swiftSettings: tests),
        .testTarget(
            name: "PortfolioTests",
            dependencies: [
                "JSONText", "Ledger", "Market", "MarketData", "Portfolio", "PortfolioWorld", "Store",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "TradingTests",
            dependencies: [
                "Banking", "Identity", "Ledger", "Market", "MarketData", "Notices", "People", "Portfolio", "PortfolioWorld",
                "Scratch", "Storage", "Trading",
            ],
            swiftSettings: tests),
        .target(
            name: "PortfolioWorld", dependencies: ["Ledger", "Market", "MarketData", "Portfolio", "Scratch", "Storage"],
            path: "Tests/PortfolioWorld", swiftSettings: optimisedInDebug),
        .testTarget(
            name: "ForecastsTests",
            dependencies: [
                "Digests", "Forecasting", "Forecasts", "JSONText", "Ledger", "Market", "MarketData", "Portfolio", "PortfolioWorld",
                "Records", "Text",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "PaperTradingTests",
            dependencies: ["Forecasting", "Forecasts", "Ledger", "Market", "MarketData", "PaperTrading", "PortfolioWorld"],
            swiftSettings: tests),
        .target(
            name: "StorageCrashPlan", dependencies: ["Storage"], path: "Tests/StorageCrashPlan", swiftSettings: optimisedInDebug),
        .executableTarget(
            name: "storage-crash",
            dependencies: ["Ledger", "Market", "Platform", "Portfolio", "Storage", "StorageCrashPlan"],
            path: "Tests/StorageCrash", swiftSettings: strict),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "Access", "Banking", "ChildProcess", "Forecasts", "Ledger", "Market", "MarketData", "Notices", "PaperTrading",
                "People", "Platform", "Portfolio", "Scratch", "Storage", "storage-crash", "StorageCrashPlan", "Store", "Trading",
                "Waits",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Schemas"], swiftSettings: tests),
        .testTarget(
            name: "StoreTests", dependencies: ["Access", "Records", "Scratch", "Storage", "Store", "Support"], swiftSettings: tests),
        .testTarget(name: "RecordsTests", dependencies: ["JSONText", "Records"], swiftSettings: tests),
        .testTarget(
            name: "PeopleTests", dependencies: ["Access", "People", "Platform", "Records", "Scratch", "Storage"],
            swiftSettings: tests),
        .testTarget(
            name: "AlertsTests",
            dependencies: [
                "Alerts", "Forecasts", "JSONText", "Ledger", "Market", "MarketData", "Notices", "Portfolio", "PortfolioWorld",
                "Records", "Scratch", "Storage", "Store",
            ], swiftSettings: tests),
        .executableTarget(
            name: "notices-crash", dependencies: ["Notices", "Storage"], path: "Tests/NoticesCrash", swiftSettings: strict),
        .testTarget(
            name: "NoticesTests",
            dependencies: [
                "ChildProcess", "Digests", "JSONText", "LoopbackServer", "Market", "Notices", "notices-crash", "Records", "Scratch",
                "Secrets",
                "Storage", "Store", "Waits",
                .product(name: "Crypto", package: "swift-crypto"),
            ], swiftSettings: tests),
        .testTarget(
            name: "VersionsTests",
            dependencies: [
                "LoopbackServer", "Market", "Notices", "Scratch", "Storage", "Versions",
                .product(name: "Crypto", package: "swift-crypto"),
            ], exclude: ["signed.json"], swiftSettings: tests),
        .testTarget(
            name: "NewsTests",
            dependencies: [
                "LoopbackServer", "Market", "MarketData", "News", "Portfolio", "Scratch", "Storage",
            ], swiftSettings: tests),
        .testTarget(
            name: "ExpensesTests",
            dependencies: [
                "Expenses", "JSONText", "Languages", "Ledger", "Market", "MarketData", "Notices", "Platform", "Portfolio",
                "Records", "Scratch", "Storage",
            ], swiftSettings: tests),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "ChildProcess", "closecast", "JSONText", "Ledger", "LoopbackServer", "Market", "Notices", "People", "Platform",
                "Storage",
            ],
            swiftSettings: tests),
        .testTarget(name: "DigestsTests", dependencies: ["Digests", "Market"], swiftSettings: tests),
        .testTarget(name: "AssistantsTests", dependencies: ["Assistants", "JSONText"], swiftSettings: tests),
        .testTarget(
            name: "ArchivesTests", dependencies: ["Archives", "ChildProcess", "CZlib", "Market", "Platform", "Scratch"],
            swiftSettings: tests),
        .testTarget(
            name: "PicturesTests",
            dependencies: [
                "ChildProcess", "closecast-picture", "CPicture", "Market", "Pictures", "PictureSamples", "Platform", "Scratch",
            ],
            swiftSettings: tests),
        .testTarget(name: "HTMLTemplatesTests", dependencies: ["HTMLTemplates"], swiftSettings: tests),
        .testTarget(name: "QRCodesTests", dependencies: ["CQREncode", "QRCodes"], swiftSettings: tests),
        .testTarget(name: "AccessTests", dependencies: ["Access", "Digests", "Scratch"], swiftSettings: tests),
        .testTarget(
            name: "MailTests",
            dependencies: ["ChildProcess", "HTTPTestSupport", "JSONText", "Mail", "Platform", "Scratch", "Settings", "Waits"],
            exclude: ["Golden"],
            swiftSettings: tests),
        .testTarget(
            name: "MarketDataTests",
            dependencies: [
                "LoopbackServer", "Market", "MarketData", "MarketFeeds", "Portfolio", "PortfolioWorld", "Scratch", "Storage",
                "Waits",
            ],
            swiftSettings: tests),
        .testTarget(
            name: "InferenceTests",
            dependencies: [
                "Forecasting", "Inference", "LSTMEngine", "Market", "Scratch", "Waits",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        .target(
            name: "JobsCrashPlan", dependencies: ["Forecasting", "Jobs", "Market"],
            path: "Tests/JobsCrashPlan", swiftSettings: strict),
        .executableTarget(
            name: "jobs-crash", dependencies: ["Jobs", "JobsCrashPlan", "Platform"], path: "Tests/JobsCrash",
            swiftSettings: strict),
        .testTarget(
            name: "JobsTests",
            dependencies: [
                "ChildProcess", "Jobs", "jobs-crash", "JobsCrashPlan", "JSONText", "Market", "Platform", "Scratch", "Waits",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: tests),
        .testTarget(
            name: "TelemetryTests",
            dependencies: [
                "JSONText", "Telemetry", .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"), .product(name: "Tracing", package: "swift-distributed-tracing"),
            ], swiftSettings: tests),
        .testTarget(
            name: "HTTPEdgeTests",
            dependencies: [
                "ChildProcess", "CZlib", "HTTPEdge", "HTTPTestSupport", "Platform", "Settings", "Telemetry", "Waits",
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"), .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: tests),
        .target(
            name: "ServerWorld",
            dependencies: [
                "Access", "APIKit", "Banking", "ChildProcess", "closecast", "closecast-server", "Digests", "Forecasting",
                "Forecasts", "HTTPEdge", "HTTPTestSupport", "Identity", "Inference", "Jobs", "JSONText", "Ledger", "Mail", "Market",
                "Notices", "PageKit", "People", "Pictures", "Platform", "Portfolio", "Scratch", "Secrets", "Server", "Services",
                "Storage", "Trading", "Versions", "Web", .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"), .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"), .product(name: "NIOCore", package: "swift-nio"),
            ], path: "Tests/ServerWorld", swiftSettings: optimisedInDebug),
        .testTarget(
            name: "ServerTests",
            dependencies: [
                "Access", "Alerts", "APIKit", "Assistants", "ChildProcess", "closecast", "closecast-server", "Digests", "Expenses",
                "Forecasting", "Forecasts", "HTTPEdge", "HTTPTestSupport", "Identity", "Inference", "Jobs", "JSONText", "Keyrings",
                "Ledger", "LoopbackServer", "LSTMEngine", "Mail", "Market", "MarketFeeds", "News", "Notices", "NoticesWeb",
                "PageKit", "People", "Pictures", "Platform", "Portfolio", "Scratch", "Secrets", "Server", "ServerWorld", "Services",
                "Settings", "Storage", "Store", "Support", "Trading", "Waits", "Web",
                .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ], exclude: ["Rights"], swiftSettings: tests),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Access", "AccountsWeb", "Alerts", "APIKit", "Banking", "Forecasting", "Forecasts", "HTTPEdge", "HTTPTestSupport",
                "JSONText", "Languages", "Ledger", "LoopbackServer", "Market", "MarketData", "MarketsWeb", "News", "Notices",
                "NoticesWeb", "PageKit", "People", "Platform", "Secrets", "ServerWorld", "Services", "Store", "Support", "Trading",
                "Versions", "Waits", "WalletsWeb",
            ], swiftSettings: tests),
        .testTarget(
            name: "InferenceGRPCTests",
            dependencies: [
                "Access", "APIKit", "ChildProcess", "HTTPEdge", "HTTPTestSupport", "Inference", "InferenceGRPC", "LSTMEngine",
                "Market", "Platform", "Server", "ServerWorld", "Waits",
                .product(name: "GRPCCore", package: "grpc-swift-2", condition: grpc),
                .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport", condition: grpc),
                .product(name: "Logging", package: "swift-log"), .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: tests),
        .testTarget(name: "KeyringsTests", dependencies: ["Keyrings", "Market", "Platform", "Scratch"], swiftSettings: tests),
        .testTarget(
            name: "SecretsTests",
            dependencies: [
                "ChildProcess", "Digests", "JSONText", "Keyrings", "Market", "Platform", "Scratch", "Secrets", "Waits",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: tests),
        .testTarget(name: "TidyTests", dependencies: ["Platform"], swiftSettings: tests),
    ]
)
