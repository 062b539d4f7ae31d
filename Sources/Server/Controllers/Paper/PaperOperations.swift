/// Paper trading.
package enum PaperOperations {
    package static func add(_ parts: ServerParts, to api: inout API) {
        PaperMatchesController(market: parts.market, matches: parts.paperMatches, outcomes: parts.paperOutcomes).add(to: &api)
    }
}
