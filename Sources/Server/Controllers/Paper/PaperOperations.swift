/// Paper trading.
package enum PaperOperations {
    package static func add(_ parts: ServerParts, to api: inout API) {
        PaperMatchesOperations(parts.market, parts.paperMatches, parts.paperOutcomes).add(to: &api)
    }
}
