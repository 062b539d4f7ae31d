import Foundation
import HTTPTestSupport
import JSONText
import Market
import Synchronization
import Testing

/// A client that writes with keys and sends unanswered requests again with the same key. Used by one thread at a time.
final class WritingClient {
    /// A write, and the data that must be stored once it is confirmed.
    struct Write {
        enum Effect {
            case wallet(String)
            /// A deposit of one dollar with this note.
            case deposit(String)
            case favourite(String, isMarked: Bool)
        }

        let key: String
        let method: String
        let path: String
        let body: String?
        let effect: Effect
    }

    let name: String
    private(set) var confirmed: [Write] = []
    /// Sent and not answered.
    private(set) var pending: Write?
    /// Writes that were sent again.
    private(set) var retries = 0
    private(set) var problem: String?
    private var random: SeededGenerator
    private var count = 0

    private let progress: Progress

    /// The number of writes confirmed to clients; the main thread waits for it.
    final class Progress: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock { $0 } }
        func advance() { number.withLock { $0 += 1 } }
    }

    /// Each client marks assets that no other client does.
    private let assets: [String]

    init(name: String, assets: [String], seed: UInt64, progress: Progress) {
        (self.name, self.assets, self.progress) = (name, assets, progress)
        random = SeededGenerator(seed: seed)
    }

    /// Writes until the server is gone; with `onlyPending`, until nothing is left to send again.
    func run(port: Int, onlyPending: Bool = false) {
        guard let client = try? EdgeClient(port: port, timeoutSeconds: 30) else { return }
        var isRetry = pending != nil
        while problem == nil {
            if onlyPending, pending == nil { return }
            let write = pending ?? next()
            pending = write
            if isRetry { retries += 1 }
            isRetry = false
            client.send(Self.request(write))
            // No answer: the server was killed, or is being killed.
            guard let answer = try? client.answer() else { return }
            switch answer.status {
            case 200...299:
                confirmed.append(write)
                pending = nil
                progress.advance()
            // Pause: the client was asked to retry. Whether still in progress or not possible now, it uses the same key again.
            case 409 where answer.text.contains("\"in-progress\""), 503: usleep(20_000)
            default: problem = "\(write.method) \(write.path) \(write.key): \(answer.status) \(answer.text)"
            }
        }
    }

    private static func request(_ write: Write) -> [UInt8] {
        let type = write.body == nil ? [] : [("Content-Type", "application/json")]
        return EdgeClient.request(
            write.method, write.path, headers: type + [("Idempotency-Key", write.key)], body: write.body.map { Array($0.utf8) })
    }

    private func next() -> Write {
        defer { count += 1 }
        let key = "\(name)-\(count)"
        if count == 0 { return wallet(name, key) }
        switch random.index(below: 10) {
        case 0: return wallet("W-" + key, key)
        case 1...2:
            let asset = assets[random.index(below: assets.count)]
            let isMarked = random.index(below: 2) == 0
            return Write(
                key: key, method: isMarked ? "PUT" : "DELETE", path: "/v1/favourites/\(asset)", body: nil,
                effect: .favourite(asset, isMarked: isMarked))
        default:
            return Write(
                key: key, method: "POST", path: "/v1/wallets/\(name)/transactions",
                body: #"{"kind":"deposit","asset":"USD","quantity":"1","note":"\#(key)"}"#, effect: .deposit(key))
        }
    }

    private func wallet(_ name: String, _ key: String) -> Write {
        Write(key: key, method: "POST", path: "/v1/wallets", body: #"{"name":"\#(name)"}"#, effect: .wallet(name))
    }

    // MARK: What must be there

    var wallets: [String] {
        confirmed.compactMap { if case .wallet(let name) = $0.effect { name } else { nil } }
    }

    var notes: [String] {
        confirmed.compactMap { if case .deposit(let note) = $0.effect { note } else { nil } }
    }

    var marked: Set<String> {
        confirmed.reduce(into: []) { marked, write in
            guard case .favourite(let asset, let isMarked) = write.effect else { return }
            if isMarked { marked.insert(asset) } else { marked.remove(asset) }
        }
    }
}
