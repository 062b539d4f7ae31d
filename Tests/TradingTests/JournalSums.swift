import Ledger
import Market
import Portfolio
import Storage
import Testing
import Trading

/// The journal of simulated accounts, added up independently of trading's own figures.
struct JournalSums {
    /// The sum of all postings for each asset in each role, over all people.
    private(set) var sums: [Account.Role: [AssetID: FixedDecimal]] = [:]
    private(set) var count = 0

    /// Reads every transaction of some people's accounts, and checks that each adds up to zero.
    init(of owners: [String], in database: Store) async throws {
        let accounts = try await database.readTrading { records in try owners.compactMap { try records.account(of: $0) } }
        var query = JournalQuery(wallets: Set(accounts.flatMap { [$0.wallet, $0.heldWallet] }))
        while true {
            let page = try await database.transactions(query)
            for record in page { add(record.transaction) }
            guard let last = page.last else { return }
            query.after = JournalQuery.Position(last)
        }
    }

    private mutating func add(_ transaction: Transaction) {
        count += 1
        var balance: [AssetID: FixedDecimal] = [:]
        for posting in transaction.postings {
            balance[posting.asset, default: .zero] += posting.amount
            sums[posting.account.role, default: [:]][posting.asset, default: .zero] += posting.amount
        }
        #expect(balance.values.allSatisfy { $0 == .zero }, "\(transaction.key) does not balance")
    }

    func sum(_ role: Account.Role, _ asset: AssetID) -> FixedDecimal { sums[role]?[asset] ?? .zero }
}

extension TradingWorld {
    /// The invariants of every file after every session.
    func expectSoundBooks(of owners: [String], _ place: String) async throws {
        let errors = try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error }
        #expect(errors == [], "\(place)")
        let sums = try await JournalSums(of: owners, in: database)
        var owned: [AssetID: FixedDecimal] = [:]
        for owner in owners {
            let state = try await trading().accounts.state(of: owner)
            var holds: [AssetID: FixedDecimal] = [:]
            for order in state.openOrders { holds[order.heldAsset!, default: .zero] += order.held }
            for payment in state.openPayments where payment.kind == .withdrawal {
                holds[payment.currency.asset, default: .zero] += payment.whole
            }
            for (asset, balance) in state.balances {
                #expect(balance.free >= .zero && balance.held >= .zero, "\(place): \(owner), \(asset)")
                #expect(balance.held == holds[asset] ?? .zero, "\(place): \(owner), \(asset)")
                owned[asset, default: .zero] += balance.whole
            }
            #expect(holds.keys.allSatisfy { state.balances[$0] != nil }, "\(place): \(owner)")
        }
        for asset in [AssetID.usd, .eur, .bitcoin, .bnb] {
            #expect(owned[asset] ?? .zero == sums.sum(.holding, asset), "\(place): \(asset)")
        }
        // Dollars only occur in cents: trades in euros leave no fractions.
        #expect((owned[.usd] ?? .zero).isWhole(atPlaces: TradingPlaces.cash), "\(place)")
    }
}
