import Market

/// Refreshes an asset's closes within a number of seconds.
package typealias AssetRefresh = @Sendable (_ asset: Asset, _ deadlineSeconds: Double) async -> RefreshedCloses

/// The result of refreshing an asset's closes.
package struct RefreshedCloses: Sendable {
    /// The last stored day afterwards.
    let newest: Day?
    let added: Int
    /// The number of stored closes that providers have revised.
    let differing: Int
    let providers: [String]
    /// Why no closes arrived; never contains an API key.
    package let failure: String?

    package init(newest: Day?, added: Int, differing: Int, providers: [String], failure: String?) {
        (self.newest, self.added, self.differing) = (newest, added, differing)
        (self.providers, self.failure) = (providers, failure)
    }
}
