/// The declarations of targets in Package.swift, read from its text: asking SwiftPM from within a test would start another build.
struct Manifest {
    struct Target: Equatable {
        let name: String
        /// Where its sources are, from the package's root.
        let path: String
        /// Programs are built for the targets that depend on them, but never imported.
        let isExecutable: Bool
        /// Targets of this package that it depends on.
        var targets: Set<String> = []
        /// Products of other packages that it depends on.
        var products: Set<String> = []
    }

    let targets: [Target]

    /// - Parameter text: formatted as `swift format` does it: a target a declaration, indented by eight spaces.
    init(_ text: String) {
        let lines = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
        let declarations = lines.joined(separator: "\n").parts(between: "\n    targets: [").last ?? ""
        targets = declarations.parts(between: "\n        .").dropFirst().compactMap(Self.target)
    }

    private static func target(_ text: String) -> Target? {
        let kind = text.prefix { $0 != "(" }
        guard kind.lowercased().hasSuffix("target") || kind == "systemLibrary", let name = quoted(text, after: "name: ") else {
            return nil
        }
        let folder = kind == "testTarget" ? "Tests" : "Sources"
        var target = Target(
            name: name, path: quoted(text, after: " path: ") ?? "\(folder)/\(name)", isExecutable: kind == "executableTarget")
        for dependency in dependencies(text) {
            if let product = quoted(dependency, after: ".product(name: ") {
                target.products.insert(product)
            } else if let name = quoted(dependency, after: "") {
                target.targets.insert(name)
            }
        }
        return target
    }

    /// Returns `"Market"` and `.product(name: "Logging", package: "swift-log"`, each as written.
    private static func dependencies(_ text: String) -> [String] {
        guard let list = text.parts(between: "dependencies: [").dropFirst().first else { return [] }
        // No dependency has brackets within.
        let elements = list.prefix { $0 != "]" }.split(separator: ",").map(String.init)
        return elements.filter { !$0.contains("package: ") }
    }

    private static func quoted(_ text: String, after mark: String) -> String? {
        let rest = mark.isEmpty ? text : text.parts(between: mark).dropFirst().first ?? ""
        guard let start = rest.firstIndex(of: "\""), mark.isEmpty || start == rest.startIndex else { return nil }
        return String(rest[rest.index(after: start)...].prefix { $0 != "\"" })
    }
}

extension String {
    /// The parts of the text between occurrences of a separator.
    fileprivate func parts(between separator: String) -> [String] {
        var (parts, rest) = ([String](), self[...])
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
