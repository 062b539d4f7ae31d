import JSONText

/// The interpretation of a network's outputs.
public enum Head: Equatable, Sendable {
    /// The output is the next scaled return. For a network of raw numbers, outputs have any meaning.
    case point
    /// Three outputs o0, o1, o2 parameterize Student's t: location 0.1 · o0, scale exp(o1 - 0.3) with the exponent clamped to
    /// [-6, 3], and 2.1 + softplus(o2 + 1) degrees of freedom.
    case studentT
    /// One output for each level: the quantiles of the next scaled return.
    case quantiles(levels: [Double])

    /// The most levels of a head.
    public static let maximumLevels = 999

    /// The required number of outputs; nil for any number.
    var outputs: Int? {
        switch self {
        case .point: nil
        case .studentT: 3
        case .quantiles(let levels): levels.count
        }
    }

    init(_ value: JSONValue, file: String) throws(ModelError) {
        let object = try ConfigurationObject(value, name: "head", members: ["kind", "levels"], file: file)
        let kind = try object.string("kind")
        guard kind == "quantiles" || value["levels"] == nil else {
            throw object.error("\"levels\" belongs to the kind \"quantiles\", not to \"\(kind)\"")
        }
        switch kind {
        case "point": self = .point
        case "student-t": self = .studentT
        case "quantiles": self = .quantiles(levels: try object.levels("levels", count: 2...Self.maximumLevels))
        default: throw object.error("\"kind\" is \"\(kind)\"; expected \"point\", \"student-t\" or \"quantiles\"")
        }
    }
}

extension ConfigurationObject {
    /// Returns ascending levels, each between 0 and 1, both excluded.
    func levels(_ key: String, count: ClosedRange<Int>) throws(ModelError) -> [Double] {
        let levels = try numbers(key, in: 0...1)
        let areLevels = levels.allSatisfy { $0 > 0 && $0 < 1 } && zip(levels, levels.dropFirst()).allSatisfy { $0 < $1 }
        guard count.contains(levels.count), areLevels else {
            throw error("\"\(key)\" is not \(count.lowerBound) to \(count.upperBound) ascending levels between 0 and 1")
        }
        return levels
    }
}
