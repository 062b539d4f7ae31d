import APIKit
import Access
import HTTPTypes
import Market
import MarketData
import PaperTrading
import Services
import Store

/// Paper matches, over HTTP and for pages: strategies with simulated money on stored closes.
package struct PaperMatchesOperations: Sendable {
    package let list: TypedOperation<Nothing, [RecordedPaperMatch]>
    package let start: TypedOperation<NewPaperMatch, RecordedPaperMatch>
    package let show: TypedOperation<PaperMatchReference, (recorded: RecordedPaperMatch, outcome: PaperOutcome)>
    package let remove: TypedOperation<PaperMatchReference, Void>

    package func add(to api: inout API) {
        api.add(list, start, show, remove)
    }

    package init(_ market: MarketData, _ matches: @escaping @Sendable (Principal) -> PaperMatches, _ outcomes: PaperOutcomes) {
        let (path, tag) = ("/v1/paper-matches", "Trading")
        list = TypedOperation(
            .get, path, id: "listPaperMatches", tag: tag, "The caller's paper matches, newest first.", need: .scope(.read),
            answer: .pages("A page of definitions.", of: PaperMatchDocuments.match, key: \.id, of: { ($0, market.today) })
        ) { _, call in try await matches(call.caller).all() }
        start = TypedOperation(
            .post, path, id: "startPaperMatch", tag: tag,
            "Starts a paper match: simulated strategies on stored closes, from a past day or from today on.", need: .scope(.write),
            example: #"{"coins":["BTC","ETH"],"start":"2024-01-01","fee":"0.001","strategies":["hold","rebalance","follow"]}"#,
            refusals: [404: "One of the coins is not a known asset.", 409: "You already have the maximum number of matches."],
            answer: .of(
                .json(
                    201, "The definition. The result is computed when you read it.", PaperMatchDocuments.match.schema,
                    headers: ["Location"]),
                again: { document, call in try await matches(call.caller).match(document.id) }
            ) { recorded, _ in
                Reply(.created) { PaperMatchDocuments.match.write((recorded, market.today), &$0) }
                    .with(.location, "\(path)/\(recorded.id)")
            }
        ) { input, call in
            let match = try await input.match(market.directory)
            return try await matches(call.caller).start(match, following: try outcomes.modelSHA256(of: match))
        }
        show = TypedOperation(
            .get, "\(path)/{match}", id: "getPaperMatch", tag: tag,
            "A paper match and its result, computed from the stored closes; for a running match, up to the newest close.",
            need: .scope(.read), refusals: [422: "The model gives no probabilities, or a coin's closes cannot be traded at."],
            answer: .document(200, "The definition and the result.", PaperMatchDocuments.played) {
                ($0.recorded, $0.outcome, market.today)
            }
        ) { input, call in
            let recorded = try await matches(call.caller).match(input.match)
            return (recorded, try await outcomes.outcome(of: recorded.match, for: call.caller.owner))
        }
        remove = TypedOperation(
            .delete, "\(path)/{match}", id: "deletePaperMatch", tag: tag, "Deletes a paper match.", need: .scope(.write),
            answer: .done("The match is deleted.")
        ) { input, call in try await matches(call.caller).delete(input.match) }
    }
}

extension NewPaperMatch {
    fileprivate func match(_ directory: AssetDirectory) async throws -> PaperMatch {
        var ids: [AssetID] = []
        for (index, name) in coins.enumerated() {
            ids.append(try await directory.namedAsset(name, field: "/coins/\(index)").id)
        }
        return try PaperMatch(
            coins: ids, start: start, end: end, cash: cash, feeRate: fee, strategies: strategies, threshold: threshold,
            seed: UInt64(seed))
    }
}

/// Performed by HTTP and by pages, with the same rights.
extension ServerParts {
    package var paperMatchesOperations: PaperMatchesOperations { PaperMatchesOperations(market, paperMatches, paperOutcomes) }
}
