import Market

/// Keeps forecasts as they were issued, append-only: no entry is ever changed or removed.
package protocol DiaryRepository: Sendable {
    /// Keeps an entry, once for each asset, cutoff, model hash, input hash and settings: a later one with all of them is not kept.
    ///
    /// - Returns: the number of the entry that is kept, and whether it is this one.
    /// - Throws: `AssetError.notStored`.
    func append(_ entry: DiaryEntry) async throws -> (id: Int64, isNew: Bool)
    /// Entries of an asset, the newest first.
    ///
    /// - Parameters:
    ///   - before: only entries with smaller numbers: the last one of the page before; nil for the first page.
    ///   - limit: at most so many.
    func entries(of asset: AssetID, before: Int64?, limit: Int) async throws -> [KeptEntry]
    /// How many entries there are of each asset that has any.
    func entryCounts() async throws -> [AssetID: Int]
}
