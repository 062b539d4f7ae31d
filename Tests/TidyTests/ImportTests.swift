import Platform
import Testing

/// Only Package.swift decides which imports are allowed.
@Suite struct ImportTests {
    private static let rules = ImportRules(
        manifest: Manifest(String(decoding: (try? Files.read("\(Tree.root)/Package.swift")) ?? [], as: UTF8.self)))

    @Test func everyImportIsDeclaredAndEveryDependencyImported() throws {
        #expect(Self.rules.manifest.targets.count > 40)
        for target in Self.rules.manifest.targets {
            var imports: [ImportRules.Import] = []
            let path = "\(Tree.root)/\(target.path)"
            for file in try Tree.sources(below: path) {
                for line in try Tree.lines(file) {
                    guard let module = ImportRules.module(line) else { continue }
                    imports.append(.init(place: file, module: module))
                }
            }
            for fault in Self.rules.faults(of: target, imports) { Issue.record("\(fault)") }
        }
    }

    @Test func everyFolderOfSourcesIsATarget() throws {
        let paths = Set(Self.rules.manifest.targets.map(\.path))
        for folder in ["Sources", "Tests"] {
            for name in try Files.names(in: "\(Tree.root)/\(folder)") { #expect(paths.contains("\(folder)/\(name)")) }
        }
        for path in paths { #expect(Files.isFolder("\(Tree.root)/\(path)"), "\(path)") }
    }

    // MARK: The rules themselves

    /// As `swift format` leaves a manifest, with every form of a dependency.
    private static let example = """
        let package = Package(
            name: "example",
            products: [
                .library(name: "Upper", targets: ["Upper"])
            ],
            dependencies: [
                .package(url: "https://example.com/logs", from: "1.0.0")
            ],
            targets: [
                .systemLibrary(name: "CLib", pkgConfig: "lib"),
                // .target(name: "Commented"),
                .target(name: "Lower", swiftSettings: strict),
                .target(
                    name: "Upper",
                    dependencies: [
                        "CLib", "Lower",
                        // "Commented",
                        .product(name: "Logging", package: "logs"), .product(name: "Metrics", package: "logs"),
                    ], exclude: ["Notes"], swiftSettings: strict),
                .executableTarget(name: "program", dependencies: ["Upper"], path: "Programs/program"),
                .testTarget(name: "UpperTests", dependencies: ["Upper", "program"], swiftSettings: strict),
            ]
        )
        """

    @Test func theManifestIsReadAsItIsWritten() {
        let expected: [Manifest.Target] = [
            .init(name: "CLib", path: "Sources/CLib", isExecutable: false),
            .init(name: "Lower", path: "Sources/Lower", isExecutable: false),
            .init(
                name: "Upper", path: "Sources/Upper", isExecutable: false, targets: ["CLib", "Lower"],
                products: ["Logging", "Metrics"]),
            .init(name: "program", path: "Programs/program", isExecutable: true, targets: ["Upper"]),
            .init(name: "UpperTests", path: "Tests/UpperTests", isExecutable: false, targets: ["Upper", "program"]),
        ]
        #expect(Manifest(Self.example).targets == expected)
    }

    @Test(arguments: [
        ("Upper", ["CLib", "Foundation", "Lower", "Logging", "Metrics"], []),
        ("Upper", ["CLib", "Lower", "Logging", "Metrics", "Upwards"], ["file imports Upwards"]),
        ("Upper", ["CLib", "Logging", "Metrics"], ["Upper depends on Lower"]),
        ("Upper", ["CLib", "Lower", "Metrics"], ["Upper depends on Logging"]),
        ("Lower", ["Upper"], ["file imports Upper"]), ("Lower", ["Logging"], ["file imports Logging"]), ("Lower", [], []),
        ("UpperTests", ["Testing", "Upper"], []), ("UpperTests", ["Testing"], ["UpperTests depends on Upper"]),
    ])
    func anUndeclaredImportAndAnUnusedDependencyAreFaults(target: String, modules: [String], faults: [String]) throws {
        let rules = ImportRules(manifest: Manifest(Self.example))
        let target = try #require(rules.manifest.targets.first { $0.name == target })
        let found = rules.faults(of: target, modules.map { .init(place: "file", module: $0) })
        #expect(found.count == faults.count && zip(found, faults).allSatisfy { $0.hasPrefix($1) }, "\(found)")
    }

    @Test(arguments: [
        ("import Market", "Market"), ("    import Market", "Market"), ("@testable import Market", "Market"),
        ("public import Market", "Market"), ("@_spi(Tests) package import Market", "Market"),
        ("import struct Market.Day", "Market"),
        ("import enum Market.DayRule", "Market"), ("import Market.Sub", "Market"), ("import Market // why", "Market"),
        ("import resource, sys", nil), ("// import Market", nil),
        ("let text = \"import Market\"", nil), ("/// How to import Market", nil), ("#important", nil), ("", nil),
    ])
    func anImportIsFoundInEveryForm(line: String, module: String?) { #expect(ImportRules.module(line[...]) == module) }
}
