import Ledger
import Market
import Portfolio
import PortfolioWorld

/// What the import reads of a table whose columns are matched.
struct MatchedFile {
    /// The rows as `time,kind,wallet,asset,quantity,cash,fee,to,value,note`, each with a line end before and after it.
    var csv = "\n"
    var rows: [TransactionRow] = []
    /// The lines of the rows, or of the faults if the file is refused.
    var lines: [Int] = []
    var source: ReadTransactions.Source?
    /// Why the file is refused.
    var errors: [ReadingError] = []

    /// - Parameter match: nil to match the columns by name and content.
    init(_ bytes: [UInt8], _ match: ColumnMatch? = nil, leavesOut: Bool = false) async throws {
        let world = try World(today: day0 + 700)
        defer { withExtendedLifetime(world) {} }
        let form = match.map { ReadingOptions.Form.form($0.form) } ?? .columns
        do {
            let read = try await world.portfolio().importer.read(
                bytes, file: "f", ReadingOptions(form: form, wallet: "w", leavesOutUnreadable: leavesOut))
            (rows, lines, source) = (read.rows.map(\.row), read.rows.map(\.line), read.source)
            csv += rows.map { Self.line($0) + "\n" }.joined()
        } catch let error as ImportError {
            (lines, errors) = (error.faults.map(\.line), error.faults.compactMap { $0.error as? ReadingError })
        }
    }

    init(_ text: String, _ match: ColumnMatch? = nil, leavesOut: Bool = false) async throws {
        try await self.init(Array(text.utf8), match, leavesOut: leavesOut)
    }

    var isRead: Bool { errors.isEmpty && source != nil }
    var texts: [String] { csv.split(separator: "\n").map(String.init) }
    var tokens: [String] { source?.tokens ?? [] }
    /// What the first row gives for coins, if it is a swap: `100 eur`.
    var given: String? { rows.first.flatMap { $0.kind == .swap ? "\($0.quantity) \($0.asset)" : nil } }

    private static let tickers: [String: String] = [
        "bitcoin": "BTC", "ethereum": "ETH", "usd": "USD", "eur": "EUR", "binancecoin": "BNB", "cardano": "ADA",
    ]

    private static func line(_ row: TransactionRow) -> String {
        let cells = [
            MomentText.iso(row.time), row.kind.rawValue, row.wallet == "w" ? "" : row.wallet,
            tickers[row.asset.description] ?? row.asset.description, "\(row.quantity)", row.cash.map { "\($0.amount)" } ?? "",
            row.fee.map { "\($0)" } ?? "", row.target ?? "", row.value.map { "\($0.amount)" } ?? "", row.note,
        ]
        return cells.joined(separator: ",")
    }
}
