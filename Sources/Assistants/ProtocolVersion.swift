/// A revision of the Model Context Protocol, named by its date.
package enum ProtocolVersion: String, Sendable, CaseIterable {
    case november2024 = "2024-11-05"
    case march2025 = "2025-03-26"
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"

    package static let latest = november2025
    /// The revision of an HTTP request that names none; the header came with the next one.
    package static let unnamed = march2025

    /// Whether a message may be an array of messages.
    var hasBatches: Bool { self == .march2025 }
    /// Whether a result has its document as JSON, beside the text.
    var hasStructuredContent: Bool { self == .june2025 || self == .november2025 }
}
