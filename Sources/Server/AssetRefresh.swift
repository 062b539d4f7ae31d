import Market

/// Brings an asset's closes up to date within a number of seconds.
package typealias AssetRefresh = @Sendable (_ asset: Asset, _ deadlineSeconds: Double) async -> RefreshedCloses

/// The result of an attempt to bring an asset's closes up to date.
package struct RefreshedCloses: Sendable {
    /// The last stored day now.
    let newest: Day?
    let added: Int
    /// How many stored closes differ from what providers answer now.
    let differing: Int
    let providers: [String]
    /// Why no closes came; it names no key.
    let failure: String?

    package init(newest: Day?, added: Int, differing: Int, providers: [String], failure: String?) {
        (self.newest, self.added, self.differing) = (newest, added, differing)
        (self.providers, self.failure) = (providers, failure)
    }
}
