import Market
import MarketData
import Platform

/// The refreshes that no provider answered during the last minute, in a small file next to the database, so that the next command
/// does not wait for the same failure again.
///
/// The file is only a convenience: if it cannot be read or written, commands work as if there were none.
struct FailedRefreshes {
    /// How long a failure is remembered, in seconds.
    static let memorySeconds = 60

    /// Stands for every asset: no provider could be reached at all.
    private static let everything = "*"

    private let path: String
    private let now: Int
    /// When each asset's refresh failed, in seconds since 1970-01-01 UTC.
    private var times: [String: Int]

    /// - Parameters:
    ///   - database: the path of the database.
    ///   - now: seconds since 1970-01-01 UTC.
    init(database: String, now: Int) {
        path = database + ".unanswered"
        self.now = now
        times = Self.read(path).filter { (0..<Self.memorySeconds).contains(now - $0.value) }
    }

    /// Returns how many seconds ago a refresh of an asset failed; nil if it may be tried.
    func secondsAgo(_ asset: AssetID) -> Int? {
        let time = [asset.description, Self.everything].compactMap { times[$0] }.max()
        return time.map { now - $0 }
    }

    /// Records failures and forgets earlier ones of assets whose providers answered.
    mutating func note(_ results: [RefreshResult]) {
        let known = times
        // A single provider that does not answer does not mean that the network is down.
        let providers = Set(results.flatMap { $0.asset.providerIDs.keys })
        let isUnreachable = results.allSatisfy(\.isUnreachable) && providers.count > 1
        times[Self.everything] = isUnreachable ? now : nil
        for result in results {
            let isFailed = result.failure != nil || result.isUnreachable
            times[result.asset.id.description] = isFailed ? now : nil
        }
        guard times != known else { return }
        let text = times.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)\n" }.joined()
        // If writing fails, the only consequence is that the next command asks again.
        try? Files.write(Array(text.utf8), to: path)
    }

    private static func read(_ path: String) -> [String: Int] {
        // Every command reads this file, so one that has grown too large is ignored.
        guard let bytes = try? Files.read(path), bytes.count < 1 << 20 else { return [:] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(lines.compactMap { line in line.count == 2 ? Int(line[0]).map { (String(line[1]), $0) } : nil }) {
            max($0, $1)
        }
    }
}
