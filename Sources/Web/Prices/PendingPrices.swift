import Platform
import Synchronization

/// Price files that were previewed and wait to be confirmed: in memory, for a quarter of an hour, and only for who sent them. So a file is
/// sent once, and what is stored is what was previewed.
final class PendingPrices: Sendable {
    struct File: Sendable {
        let owner: String
        let price: PriceImport
        fileprivate let expiresAt: Int
    }

    private static let lifetimeSeconds = 900
    private static let mostPerOwner = 3
    private static let most = 50

    private let files = Mutex<[String: File]>([:])
    private let now: @Sendable () -> Int

    /// - Parameter now: the clock, in seconds since 1970-01-01 UTC.
    init(now: @escaping @Sendable () -> Int) { self.now = now }

    /// Keeps a file, and forgets the oldest where there are too many.
    ///
    /// - Returns: the id to ask for it by.
    func keep(_ price: PriceImport, owner: String) -> String {
        let id = RandomID.hexadecimal(digits: 32)
        files.withLock { files in
            files = files.filter { $0.value.expiresAt > now() }
            let own = files.filter { $0.value.owner == owner }.sorted { $0.value.expiresAt < $1.value.expiresAt }
            for (old, _) in own.dropLast(Self.mostPerOwner - 1) { files[old] = nil }
            if files.count >= Self.most, let oldest = files.min(by: { $0.value.expiresAt < $1.value.expiresAt }) {
                files[oldest.key] = nil
            }
            files[id] = File(owner: owner, price: price, expiresAt: now() + Self.lifetimeSeconds)
        }
        return id
    }

    /// Returns a file and forgets it; nil if it is another owner's, too old, or forgotten.
    func take(_ id: String, owner: String) -> PriceImport? {
        files.withLock { files in
            guard let file = files[id], file.owner == owner, file.expiresAt > now() else { return nil }
            files[id] = nil
            return file.price
        }
    }
}
