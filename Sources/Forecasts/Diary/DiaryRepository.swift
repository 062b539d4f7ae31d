import Market

/// Stores forecasts as they were issued. Append-only: entries are never changed or removed.
package protocol DiaryRepository: Sendable {
    /// Stores an entry, unless one with the same asset, cutoff, model hash, input hash and settings is stored already.
    ///
    /// - Returns: the number of the stored entry, and whether it is new.
    /// - Throws: `AssetError.notStored`.
    func append(_ entry: DiaryEntry) async throws -> (id: Int64, isNew: Bool)
    /// Returns entries of an asset, newest first.
    ///
    /// - Parameters:
    ///   - before: only entries with smaller numbers: that of the last entry on the previous page; nil for the first page.
    ///   - limit: the largest number of entries.
    func entries(of asset: AssetID, before: Int64?, limit: Int) async throws -> [KeptEntry]
    /// Returns the number of entries of each asset that has any.
    func entryCounts() async throws -> [AssetID: Int]
}
