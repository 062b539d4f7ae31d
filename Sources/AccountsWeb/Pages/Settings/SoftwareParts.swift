import JSONText
import Platform

/// The parts of other projects in this program and their licences, from the list that packaging makes of what was linked
/// (`packaging/parts.py`, CycloneDX).
package struct SoftwareParts: Equatable, Sendable {
    package struct Part: Equatable, Sendable {
        package let name: String
        package let version: String?
        /// An SPDX expression, or the name that Debian gives the licence of a library that is loaded from the system; nil if
        /// unknown.
        package let licence: String?
        /// The project's page, `https://…`.
        package let page: String?
    }

    package let parts: [Part]

    /// The list of this installation; nil if there is none.
    static let installed: SoftwareParts? = Locations.softwareParts.flatMap { path in
        (try? Files.read(path)).flatMap(SoftwareParts.init(cycloneDX:))
    }

    /// - Parameter bytes: a CycloneDX document; the result is nil for anything else, and for a list without parts.
    package init?(cycloneDX bytes: [UInt8]) {
        guard let document = try? JSONValue(parsing: bytes), let components = document["components"]?.array else { return nil }
        parts = components.compactMap(Self.part).sorted { $0.name.lowercased() < $1.name.lowercased() }
        if parts.isEmpty { return nil }
    }

    private static func part(_ component: JSONValue) -> Part? {
        guard let name = component["name"]?.string else { return nil }
        let licence = component["licenses"]?.array?.first
        let pages = component["externalReferences"]?.array?.compactMap { $0["url"]?.string } ?? []
        return Part(
            name: name, version: component["version"]?.string,
            licence: licence?["expression"]?.string ?? licence?["license"]?["id"]?.string
                ?? licence?["license"]?["name"]?.string,
            page: pages.first { $0.hasPrefix("https://") })
    }
}
