import Market
import MarketData
import Platform

/// The refreshes that no provider answered during the last minute, kept in a small file beside the database: the next command does
/// not wait for the same failure once more.
///
/// The file is only a convenience: one that cannot be read or written is as good as none.
struct FailedRefreshes {
    /// For so long a failure is remembered.
    static let memorySeconds = 60

    /// Stands for every asset: no provider was reached at all.
    private static let everything = "*"

    private let path: String
    private let now: Int
    /// Seconds since 1970-01-01 UTC of the failures, by asset.
    private var times: [String: Int]

    /// - Parameters:
    ///   - database: the database's path.
    ///   - now: seconds since 1970-01-01 UTC.
    init(database: String, now: Int) {
        path = database + ".unanswered"
        self.now = now
        times = Self.read(path).filter { (0..<Self.memorySeconds).contains(now - $0.value) }
    }

    /// How long ago a refresh of an asset failed, nil where it may be tried.
    func secondsAgo(_ asset: AssetID) -> Int? {
        let time = [asset.description, Self.everything].compactMap { times[$0] }.max()
        return time.map { now - $0 }
    }

    /// Remembers failures and forgets those of assets that were answered for.
    mutating func note(_ results: [RefreshResult]) {
        let known = times
        // One provider that does not answer is not the network.
        let providers = Set(results.flatMap { $0.asset.providerIDs.keys })
        let isUnreachable = results.allSatisfy(\.isUnreachable) && providers.count > 1
        times[Self.everything] = isUnreachable ? now : nil
        for result in results {
            let isFailed = result.failure != nil || result.isUnreachable
            times[result.asset.id.description] = isFailed ? now : nil
        }
        guard times != known else { return }
        let text = times.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }.joined()
        // Without the file the next command asks again, which is all that is lost.
        try? Files.write(Array(text.utf8), to: path)
    }

    private static func read(_ path: String) -> [String: Int] {
        // A command line reads this file at every call: one that somebody blew up is ignored.
        guard let bytes = try? Files.read(path), bytes.count < 1 << 20 else { return [:] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(lines.compactMap { line in line.count == 2 ? Int(line[0]).map { (String(line[1]), $0) } : nil }) {
            max($0, $1)
        }
    }
}
