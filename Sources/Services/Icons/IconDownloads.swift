import Market
import MarketFeeds
import Pictures
import Platform

/// Keeps the pictures of coins that a price provider publishes, in a folder of ``IconFolders``. A picture that is kept is not
/// requested again.
package struct IconDownloads: Sendable {
    private let provider: any PriceProvider
    private let folder: String
    private let report: @Sendable (_ providerID: String, _ error: any Error) -> Void

    package init(
        from provider: any PriceProvider, to folder: String,
        report: @escaping @Sendable (_ providerID: String, _ error: any Error) -> Void
    ) {
        (self.provider, self.folder, self.report) = (provider, folder, report)
    }

    /// Downloads the missing pictures of the assets that the provider knows.
    ///
    /// - Throws: `FeedError` if the provider does not state their addresses, `FileError`.
    package func fetch(for assets: [Asset]) async throws {
        let kept = Set(((try? Files.names(in: folder)) ?? []).map(Files.stem))
        var missing: [String: AssetID] = [:]
        for asset in assets where !kept.contains("\(asset.id)") {
            if let id = asset.providerIDs[provider.provider] { missing[id] = asset.id }
        }
        guard !missing.isEmpty else { return }
        try Files.makeFolder(folder, mode: 0o700)
        let addresses = try await provider.iconAddresses(of: missing.keys.sorted())
        for (id, address) in addresses.sorted(by: { $0.key < $1.key }) {
            try Task.checkCancellation()
            guard let asset = missing[id] else { continue }
            do {
                let bytes = try await provider.icon(at: address)
                guard let type = PictureType(firstBytesOf: bytes) else { throw PictureError.notAPicture(.png) }
                try Files.write(bytes, to: "\(folder)/\(asset).\(type.name.lowercased())")
            } catch {
                report(id, error)
            }
        }
    }
}
