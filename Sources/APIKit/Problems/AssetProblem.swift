import HTTPEdge
import JSONText
import Market
import MarketData
import Records

/// Problems of adding, removing and refreshing assets.
package enum AssetProblem {
    package static let offline = Problem(
        .conflict, "offline", "this server is set to offline and asks no providers; send closes: PUT /v1/assets/{asset}/history")

    package static func telling<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as AssetEntryError {
            throw of(error)
        } catch let error as AssetError {
            throw error.problem(of: "/ticker")
        }
    }

    private static func of(_ error: AssetEntryError) -> Problem {
        switch error {
        case .noTicker(let text): .invalid("/ticker", value: .string(text), accepted: Schema.ticker.accepted)
        case .noID(let text): .invalid("/id", value: .string(text), accepted: Schema.assetID.accepted)
        case .badText(let text):
            Problem(.unprocessableContent, "bad-text", error.description, field: "body", value: .string(text))
        case .cash: Problem(.conflict, "cash", error.description, field: "/id", value: .string("usd"))
        case .idTaken(let id, _): Problem(.conflict, "id-taken", error.description, field: "/id", value: .string(id.description))
        case .tickerTaken(let ticker, _):
            Problem(.conflict, "ticker-taken", error.description, field: "/ticker", value: .string(ticker.description))
        case .reserved(let name, _):
            Problem(
                .conflict, "reserved-name", error.description, field: AssetID(name) == nil ? "/ticker" : "/id", value: .string(name)
            )
        case .currency(let ticker):
            Problem(
                .conflict, "currency", error.description, field: "/ticker", value: .string(ticker.description),
                accepted: "an id too")
        case .known: Problem(.conflict, "known-asset", error.description, field: "asset")
        case .inUse: Problem(.conflict, "asset-in-use", error.description, field: "asset")
        }
    }

    package static func noProvider(of asset: Asset) -> Problem {
        Problem(
            .conflict, "no-provider",
            "no provider is known for \(asset.id); give its id at a provider (POST /v1/assets with providers), or send closes",
            field: "asset", value: .string(asset.id.description))
    }

    package static func noAnswer(of asset: Asset, _ failure: String, newest: Day?) -> Problem {
        let stored = newest.map { "the stored closes end on \($0)" } ?? "no closes are stored"
        return Problem(.badGateway, "no-provider-answered", "\(stored); \(failure)", field: "asset", retryAfterSeconds: 60)
    }
}

extension CloseImportError: ProblemConvertible {
    package var problem: Problem { problem(named: "the file") }

    /// - Parameter file: the name of the closes in the client's request.
    package func problem(named file: String) -> Problem {
        let (code, remedy) =
            switch self {
            case .cash: ("cash", "")
            case .notCurrency: ("not-a-currency", "")
            case .jumps: ("close-jumps", ". If the file is right, send it with replace=true")
            case .disagrees: ("closes-disagree", ". If the file is right, send it with replace=true")
            }
        if isOfAsset { return Problem(.conflict, code, description, field: "asset") }
        return Problem(.conflict, code, "\(file): \(description)\(remedy)", field: "body")
    }
}
