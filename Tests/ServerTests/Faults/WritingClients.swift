import Foundation
import JSONText
import Waits

/// Clients that write concurrently, and check that every confirmed write is stored.
struct WritingClients {
    private let clients: [WritingClient]
    private let progress = WritingClient.Progress()

    init(seed: UInt64) {
        let assets = [["bitcoin", "ethereum", "tezos"], ["litecoin", "dogecoin"], ["cardano", "ripple"]]
        clients = assets.enumerated().map { [progress] index, assets in
            WritingClient(name: "s\(seed)c\(index)", assets: assets, seed: seed * 100 + UInt64(index), progress: progress)
        }
    }

    /// Answers that are neither a success nor a request to retry.
    var refusals: [String] { clients.compactMap(\.problem) }
    var confirmed: Int { clients.map(\.confirmed.count).reduce(0, +) }
    var retries: Int { clients.map(\.retries).reduce(0, +) }

    /// Runs each client on a thread until the server, which `body` ends, is gone.
    func write(to port: Int, until body: () throws -> Void) throws {
        let group = DispatchGroup()
        for client in clients {
            group.enter()
            nonisolated(unsafe) let client = client  // only this thread has it until the group is left
            Thread.detachNewThread {
                client.run(port: port)
                group.leave()
            }
        }
        let result = Result { try body() }
        guard group.wait(timeout: .now() + 60) == .success else {
            throw ServerProcess.Failure(description: "clients still wait a minute after the server's end")
        }
        try result.get()
    }

    /// Waits until `count` more writes are confirmed.
    func waitForWrites(_ count: Int) throws {
        let wanted = progress.count + count
        try blockUntil("\(wanted) writes are confirmed; there are \(progress.count)") {
            progress.count >= wanted
        }
    }

    /// Sends unanswered requests again.
    func sendPending(to port: Int) { for client in clients { client.run(port: port, onlyPending: true) } }

    // MARK: Stored data

    /// Writes that are lost, repeated, or stored without having been confirmed.
    func problems(_ server: ServerProcess) throws -> [String] {
        var problems = refusals
        problems += clients.compactMap { $0.pending.map { "\($0.key) was not answered" } }
        problems += Self.differences(
            "deposit", clients.flatMap(\.notes),
            try Self.texts(server, "/v1/transactions/export", "transactions") { $0["note"]?.string })
        problems += Self.differences(
            "wallet", clients.flatMap(\.wallets),
            try Self.texts(server, "/v1/wallets?limit=500", "data") { $0["name"]?.string })
        problems += Self.differences(
            "favourite", clients.flatMap(\.marked),
            try Self.texts(server, "/v1/favourites", "data") { $0["id"]?.string })
        for client in clients where !client.notes.isEmpty {
            let held = try Self.texts(server, "/v1/wallets/\(client.name)", "holdings") { $0["quantity"]?.string }
            if held != ["\(client.notes.count)"] { problems.append("\(client.name) has \(held) of \(client.notes.count) deposits") }
        }
        return problems
    }

    private static func texts(
        _ server: ServerProcess, _ path: String, _ member: String, _ text: (JSONValue) -> String?
    ) throws -> [String] {
        let answer = try server.send("GET", path)
        guard answer.status == 200, let elements = try JSONValue(parsing: answer.body)[member]?.array else {
            throw ServerProcess.Failure(description: "\(path): \(answer.status) \(answer.text.prefix(500))")
        }
        return elements.compactMap(text)
    }

    private static func differences(_ kind: String, _ expected: [String], _ found: [String]) -> [String] {
        let counts = Dictionary(found.map { ($0, 1) }, uniquingKeysWith: +)
        let lost = expected.filter { counts[$0] == nil }.map { "\(kind) \($0) is lost" }
        let doubled = counts.filter { $0.value > 1 }.map { "\(kind) \($0.key) is there \($0.value) times" }
        let strange = Set(found).subtracting(expected).map { "\(kind) \($0) is there and was never confirmed" }
        return lost + doubled + strange
    }
}
