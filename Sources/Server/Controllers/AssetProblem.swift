import JSONText
import Market
import Portfolio

/// What a client is told where an asset cannot be added, removed or refreshed.
enum AssetProblem {
    static let offline = Problem(
        .conflict, "offline", "this server asks no provider (its setting is offline); send closes: PUT /v1/assets/{asset}/history")

    static func telling<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as AssetEntryError {
            throw of(error)
        } catch PortfolioError.ambiguousTicker(let text, let ids) {
            throw Portfolio.ambiguous(text, ids, field: "/ticker")
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
        case .known: Problem(.conflict, "known-asset", error.description, field: "asset")
        case .inUse: Problem(.conflict, "asset-in-use", error.description, field: "asset")
        }
    }

    static func noProvider(of asset: Asset) -> Problem {
        Problem(
            .conflict, "no-provider",
            "no provider is known to have \(asset.id); tell what one calls it (POST /v1/assets with providers), or send closes",
            field: "asset", value: .string(asset.id.description))
    }

    static func noAnswer(of asset: Asset, _ failure: String, newest: Day?) -> Problem {
        let stored = newest.map { "the stored closes end on \($0)" } ?? "no closes are stored"
        return Problem(.badGateway, "no-provider-answered", "\(stored); \(failure)", field: "asset", retryAfterSeconds: 60)
    }
}

extension SentClosesError: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .cash: Problem(.conflict, "cash", description, field: "asset")
        case .jump:
            Problem(
                .unprocessableContent, "jump", "\(description); if the coin did jump, send them with replace=true", field: "body",
                accepted: "closes up to \(Int(PriceFile.largestDailyRatio)) times the ones beside them")
        }
    }
}
