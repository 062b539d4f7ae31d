/// Paper trading.
package enum PaperOperations {
    package static func add(_ parts: ServerParts, to api: inout API) {
        parts.paperMatchesOperations.add(to: &api)
    }
}
