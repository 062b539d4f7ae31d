import ArgumentParser
import Ledger
import Market
import Portfolio

struct WalletCorrect: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "correct",
        abstract: "Reverse transactions.",
        discussion: """
            The journal is append-only: a correction is a transaction of its own, and both \
            stay in the history. closecast wallet history NAME shows the numbers.
            """)

    @Argument(help: ArgumentHelp("Numbers of transactions.", valueName: "id"))
    var ids: [Int64]

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let store = try storeOptions.open()
            for correction in try await corrections(store) {
                try Console.write("#\(correction.corrects ?? correction.id) is taken back by #\(correction.id)\n")
            }
        }
    }

    private func corrections(_ store: LocalStore) async throws -> [LoggedTransaction] {
        do {
            return try await store.portfolio.corrections.correct(ids.map(TransactionID.init)).corrections
        } catch PortfolioError.neededLater(let wallet, let asset, let left, let need, let id, let kind, let time) {
            let chain = try await chain(store).map { "\($0)" }.joined(separator: " ")
            throw Failure(
                "without it wallet \(wallet) would have only \(left) \(asset) left on \(Day(secondsSince1970: time)), when transaction "
                    + "\(id) (\(kind.rawValue)) took \(need); reverse that as well: closecast wallet correct \(chain)", .data)
        }
    }

    /// The transactions and all that need what they added, one after another; those of a longer chain are named by the next error.
    private func chain(_ store: LocalStore) async throws -> [TransactionID] {
        var chain = ids.map(TransactionID.init)
        for _ in 0..<Self.mostAtOnce {
            do {
                _ = try await store.portfolio.orders.prepare([], replacing: chain)
                break
            } catch PortfolioError.neededLater(_, _, _, _, let id, _, _) where !chain.contains(id) {
                chain.append(id)
            }
        }
        return chain
    }

    private static let mostAtOnce = 100
}
