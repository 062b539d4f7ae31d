import Ledger
import Market
import Portfolio
import PortfolioWorld

/// Rows about cash at few moments in three wallets, of which one may be negative: some recorded, some taken back, and a file of new ones.
struct RandomCash {
    struct Row {
        let key: String
        let time: Int
        let text: String
        /// The cash that a row adds to each wallet.
        let changes: [String: Quantity]
    }

    static let names = ["a", "b", "credit"]
    static let guarded = ["a", "b"]
    static let header = "key,time,kind,wallet,asset,quantity,cash,fee,to\n"

    let portfolio: Portfolio
    /// The rows in effect, in the journal's order.
    private(set) var recorded: [Row] = []
    /// The keys of all recorded rows, also of those that were taken back.
    private(set) var keys: Set<String> = []
    /// The rows of the file.
    private(set) var file: [Row] = []
    private var random: SeededGenerator
    private var count = 0

    init(seed: UInt64, recorded: Int, rows: Int) async throws {
        random = SeededGenerator(seed: seed, stream: 9)
        portfolio = try World().portfolio()
        for name in Self.names {
            let wallet = try await portfolio.wallets.create(name, allowsNegative: name == "credit")
            try await portfolio.perform(wallet, bitcoin, .deposit("1000000", cost: "1"), at: moment(day0))
        }
        var all: [Row] = []
        for _ in 0..<recorded { if let row = try await record() { all.append(row) } }
        file = (0..<rows).map { _ in next() }
        // Some rows of the file were recorded before, some are in it twice.
        for row in all where random.uniform() < 0.2 { file.insert(row, at: random.index(below: file.count + 1)) }
        for row in file where random.uniform() < 0.1 { file.insert(row, at: random.index(below: file.count + 1)) }
    }

    static func text(_ rows: some Sequence<Row>) -> String { header + rows.map(\.text).joined() }

    /// Records a random row, unless it is refused, and takes some of them back.
    private mutating func record() async throws -> Row? {
        let row = next()
        let results: [AppendResult]
        do { results = try await portfolio.importCSV(Self.text([row])) } catch is ImportError { return nil }
        keys.insert(row.key)
        let isTakenBack = random.uniform() < 0.2
        do {
            if isTakenBack { try await portfolio.orders.takeBack(results.map(\.id)) }
        } catch PortfolioError.notEnough, PortfolioError.neededLater {
            return add(row)
        }
        return isTakenBack ? row : add(row)
    }

    private mutating func add(_ row: Row) -> Row {
        recorded.insert(row, at: recorded.firstIndex { $0.time > row.time } ?? recorded.endIndex)
        return row
    }

    private mutating func next() -> Row {
        count += 1
        let time = moment(day0, 1) + random.index(below: 8)
        let (wallet, other) = (Self.names[random.index(below: 3)], Self.names[random.index(below: 3)])
        let amount = Quantity(units: Int128(1 + random.index(below: 9_000)) * 10_000_000_000_000_000)
        let fee: Quantity = random.uniform() < 0.5 ? .zero : "0.07"
        func row(_ kind: String, _ asset: String, _ columns: String, _ changes: [String: Quantity]) -> Row {
            Row(key: "k\(count)", time: time, text: "k\(count),\(time),\(kind),\(wallet),\(asset),\(columns)\n", changes: changes)
        }
        switch random.index(below: 9) {
        case 0...2: return row("buy", "BTC", "1,\(amount),\(fee),", [wallet: -(amount + fee)])
        // The fee may be more than what was received.
        case 3 where fee > .zero: return row("sell", "BTC", "0.1,0.05,\(fee),", [wallet: "-0.02"])
        case 3: return row("sell", "BTC", "0.1,\(amount),,", [wallet: amount])
        case 4: return row("withdrawal", "USD", "\(amount),,,", [wallet: -amount])
        case 5: return row("fee", "USD", "\(amount),,,", [wallet: -amount])
        case 6 where other != wallet:
            return row("transfer", "USD", "\(amount),,\(fee),\(other)", [wallet: -(amount + fee), other: amount])
        case 7: return row("income", "USD", "\(amount),,,", [wallet: amount])
        default: return row("deposit", "USD", "\(amount),,,", [wallet: amount])
        }
    }
}

extension RandomCash {
    /// The least deposits by wallet and key of the row that each precedes, found the obvious way: at the first shortage, what is missing
    /// is added before the last new row that takes cash, and everything is counted again.
    func slowDeposits(_ order: RowOrder) -> [String: [String: Quantity]] {
        Dictionary(uniqueKeysWithValues: Self.guarded.map { ($0, slowDeposits(order, of: $0)) })
    }

    private func slowDeposits(_ order: RowOrder, of wallet: String) -> [String: Quantity] {
        let changes = changes(order, of: wallet)
        var deposits: [String: Quantity] = [:]
        while true {
            var balance = Quantity.zero
            let shortage = changes.firstIndex { change in
                balance += (deposits[change.key] ?? .zero) + change.amount
                return balance < .zero
            }
            guard let shortage, let taking = changes[...shortage].last(where: { $0.isNew && $0.amount < .zero }) else {
                return deposits
            }
            deposits[taking.key, default: .zero] -= balance
        }
    }

    /// The most that a wallet lacks at any moment without deposits.
    func deepestShortage(_ order: RowOrder, of wallet: String) -> Quantity {
        var (balance, deepest) = (Quantity.zero, Quantity.zero)
        for change in changes(order, of: wallet) {
            balance += change.amount
            deepest = min(deepest, balance)
        }
        return -deepest
    }

    private func changes(_ order: RowOrder, of wallet: String) -> [(key: String, amount: Quantity, isNew: Bool)] {
        var seen = keys
        let new = (order == .oldestFirst ? file : file.reversed()).filter { seen.insert($0.key).inserted }
        let all = recorded.map { (row: $0, isNew: false) } + new.map { (row: $0, isNew: true) }
        let sorted = all.enumerated().sorted { ($0.element.row.time, $0.offset) < ($1.element.row.time, $1.offset) }.map(\.element)
        return sorted.map { (key: $0.row.key, amount: $0.row.changes[wallet] ?? .zero, isNew: $0.isNew) }
    }
}
