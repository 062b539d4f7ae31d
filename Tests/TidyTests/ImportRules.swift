/// Checks imports against the manifest: a module may only import what its target declares, and declares nothing that it does not
/// import. SwiftPM refuses cycles among targets, so declared imports only lead downwards.
struct ImportRules {
    /// An import in a source file.
    struct Import {
        let place: String
        let module: String
    }

    /// Modules of the compiler and the system.
    static let systemModules: Set = [
        "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Synchronization", "Testing",
    ]

    let manifest: Manifest

    /// The problems with the imports of a target.
    func faults(of target: Manifest.Target, _ imports: [Import]) -> [String] {
        let programs = Set(manifest.targets.filter(\.isExecutable).map(\.name))
        let declared = target.targets.union(target.products)
        let undeclared = imports.filter { !Self.systemModules.contains($0.module) && !declared.contains($0.module) }
        let unused = declared.subtracting(programs).subtracting(imports.map(\.module))
        return undeclared.map { "\($0.place) imports \($0.module), on which \(target.name) does not depend in Package.swift" }
            + unused.sorted().map { "\(target.name) depends on \($0) in Package.swift, and no file of it imports that" }
    }

    /// The module that a line imports: `import A`, `@testable import A`, `public import A`, `import struct A.B`.
    static func module(_ line: Substring) -> String? {
        let words = line.split(separator: " ")
        guard let place = words.firstIndex(of: "import"),
            words[..<place].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
        else { return nil }
        let rest = words[(place + 1)...].drop { kindsOfDeclarations.contains($0) }
        // More words than a name are a line of another language in a text, or a sentence.
        guard let name = rest.first, rest.count == 1 || rest.dropFirst().first == "//" else { return nil }
        // A program's module has an underscore for each hyphen of its target.
        return String(name.prefix { $0 != "." }).replacing("_", with: "-")
    }

    private static let accessLevels: Set<Substring> = ["public", "package", "internal", "private", "fileprivate"]
    private static let kindsOfDeclarations: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
}
