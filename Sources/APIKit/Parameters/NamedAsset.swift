import HTTPEdge
import JSONText
import Market
import MarketData
import Records

extension AssetDirectory {
    /// Returns the asset named in the path.
    package func asset(_ call: Call) async throws -> Asset { try await namedAsset(call.required("asset", Call.text)) }

    /// Returns the asset named by a parameter.
    ///
    /// - Throws: a ``Problem`` for the parameter.
    package func namedAsset(_ text: String, field: String = "asset") async throws -> Asset {
        do {
            return try await asset(text)
        } catch let error as AssetError {
            throw error.problem(of: field)
        }
    }
}

extension AssetError: ProblemConvertible {
    package var problem: Problem { problem(of: "asset") }

    /// - Parameter field: the parameter or body member that names the asset.
    package func problem(of field: String) -> Problem {
        switch self {
        case .unknown(let text, let near): .unknownAsset(text, near: near, field: field)
        case .notStored(let id): .unknownAsset(id.description, field: field)
        case .ambiguousTicker(let text, let ids): Self.ambiguous(text, ids, field)
        case .clashingName(let text, let asset, let ids): Self.ambiguous(text, [asset.id] + ids, field, detail: description)
        }
    }

    /// - Parameter detail: the advice, if choosing one of the ids is not enough.
    private static func ambiguous(_ text: String, _ ids: [AssetID], _ field: String, detail: String? = nil) -> Problem {
        let names = ids.map(\.description)
        var problem = Problem(
            .conflict, "ambiguous-ticker",
            detail ?? "\(text) is the ticker of \(names.joined(separator: " and ")); name one of these ids",
            field: field, value: .string(text), accepted: names.joined(separator: ", "))
        problem.extra = [.init(key: "ids", value: .array(names.map(JSONValue.string)))]
        return problem
    }
}

extension Parameter {
    /// The asset named in a path.
    package static let asset = Parameter.path("asset", .assetName, "A ticker, or an id if several assets have the ticker.")
}

/// An asset in a path.
package struct AssetReference: Record {
    package let asset: String

    package init(_ field: inout Fields<Self>) throws {
        asset = try field("asset", \.asset, Parameter.asset.schema, Parameter.asset.note)
    }
}
