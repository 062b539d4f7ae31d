import Access
import HTTPEdge
import HTTPTypes
import JSONText
import Ledger
import Market
import MarketData
import PaperTrading
import Records

/// Paper matches: strategies with simulated money on stored closes.
struct PaperMatchesController: Sendable {
    let market: MarketData
    let matches: @Sendable (Principal) -> PaperMatches
    let outcomes: PaperOutcomes

    func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(Self.start, start)
        api.add(Self.show, show)
        api.add(Self.remove, remove)
    }

    // MARK: List

    private static let list = Operation(
        .get, "/v1/paper-matches", id: "listPaperMatches", tag: "Trading", "The caller's paper matches, newest first.",
        scope: .read, parameters: Pagination.parameters,
        answers: [.json(200, "A page of definitions.", Pagination.schema(of: PaperMatchSchemas.match))])

    private func list(_ call: Call) async throws -> Reply {
        let (page, next) = try Pagination.of(try await matches(call.caller).all(), call) { $0.id }
        let today = market.today
        return Reply { Pagination.write(page, next, &$0) { PaperMatchJSON.members(of: $0, today: today, &$1) } }
    }

    // MARK: Start

    private static let start = Operation(
        .post, "/v1/paper-matches", id: "startPaperMatch", tag: "Trading",
        "Starts a paper match: simulated strategies on stored closes, from a past day or from today on.", scope: .write,
        body: .json(PaperMatchSchemas.new).showing(
            #"{"coins":["BTC","ETH"],"start":"2024-01-01","fee":"0.001","strategies":["hold","rebalance","follow"]}"#),
        answers: [
            .json(201, "The definition. The result is computed when you read it.", PaperMatchSchemas.match, headers: ["Location"]),
            .problem(404, "One of the coins is not a known asset."),
            .problem(409, "You already have the maximum number of matches."),
        ])

    private func start(_ call: Call) async throws -> Reply {
        let match = try await NewPaperMatch(call.body).match(market)
        let model = try outcomes.modelSHA256(of: match)
        let recorded = try await matches(call.caller).start(match, following: model)
        let today = market.today
        return Reply(.created) { PaperMatchJSON.members(of: recorded, today: today, &$0) }
            .with(.location, "/v1/paper-matches/\(recorded.id)")
    }

    // MARK: One match

    private static let parameter = Parameter.path("match", PaperMatchSchemas.id, "The id of a paper match.")

    private static let show = Operation(
        .get, "/v1/paper-matches/{match}", id: "getPaperMatch", tag: "Trading",
        "A paper match and its result, computed from the stored closes; for a running match, up to the newest close.",
        scope: .read, parameters: [parameter],
        answers: [
            .json(200, "The definition and the result.", PaperMatchSchemas.outcome),
            .problem(422, "The model gives no probabilities, or a coin's closes cannot be traded at."),
        ])

    private func show(_ call: Call) async throws -> Reply {
        let recorded = try await matches(call.caller).match(call.required("match", Call.text))
        let outcome = try await outcomes.outcome(of: recorded.match, for: call.caller.owner)
        let today = market.today
        return Reply { writer in
            PaperMatchJSON.members(of: recorded, today: today, &writer)
            PaperMatchJSON.members(of: outcome, recorded, &writer)
        }
    }

    private static let remove = Operation(
        .delete, "/v1/paper-matches/{match}", id: "deletePaperMatch", tag: "Trading", "Deletes a paper match.", scope: .write,
        parameters: [parameter], answers: [.empty(204, "The match is deleted.")])

    private func remove(_ call: Call) async throws -> Reply {
        try await matches(call.caller).delete(call.required("match", Call.text))
        return .nothing
    }
}

/// The body of a new paper match.
private struct NewPaperMatch {
    private let body: BodyObject

    init(_ body: JSONValue) { self.body = BodyObject(body) }

    func match(_ market: MarketData) async throws -> PaperMatch {
        var coins: [AssetID] = []
        for (index, name) in try body.values("coins", .text).enumerated() {
            coins.append(try await market.directory.namedAsset(name, field: "/coins/\(index)").id)
        }
        let strategies = try body.optional("strategies", .array) == nil ? nil : body.values("strategies", BodyForm<Strategy>.choice)
        return try PaperMatch(
            coins: coins, start: try body.read("start", .day), end: try body.optional("end", Self.dayOrNull) ?? nil,
            cash: try body.read("cash", .decimal, default: PaperMatch.standardCash),
            feeRate: try body.read("fee", .decimal, default: PaperMatch.standardFeeRate),
            strategies: strategies ?? Strategy.allCases,
            threshold: try body.read("threshold", .decimal, default: PaperMatch.standardThreshold),
            seed: try body.read("seed", Self.seed, default: 1))
    }

    private static var dayOrNull: BodyForm<Day?> {
        BodyForm(schema: .nullable(.day)) { value in
            value == .null ? .some(nil) : value.string.flatMap { Day(iso: $0) }.map { .some($0) }
        }
    }

    private static var seed: BodyForm<UInt64> {
        BodyForm(schema: .integer(0...Schema.largestInteger)) { $0.integer.flatMap { UInt64(exactly: $0) } }
    }
}
