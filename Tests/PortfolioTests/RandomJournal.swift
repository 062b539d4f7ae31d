import Ledger
import Market
import Portfolio
import PortfolioWorld

/// Wallets with random transactions: every kind, transfers among all wallets, unknown costs, some taken back, and closes of which
/// some are missing.
struct RandomJournal {
    static let dayCount = 30

    let world: World
    let portfolio: Portfolio
    private(set) var wallets: [Wallet] = []
    private var random: SeededGenerator
    private var held: [WalletID: [AssetID: Quantity]] = [:]
    private var count = 0

    /// - Parameters:
    ///   - missing: the share of closes that are not stored.
    ///   - unknown: the share of deposits of coins whose cost is not known.
    ///   - stretch: how many times as long as ``dayCount`` days the journal is.
    init(
        seed: UInt64, transactions: Int = 60, missing: Double = 0, unknown: Double = 0, stretch: Int = 1
    ) async throws {
        random = SeededGenerator(seed: seed, stream: 7)
        world = try World()
        portfolio = world.portfolio()
        for index in 0..<3 {
            let basis = CostBasis.allCases[random.index(below: 4)]
            wallets.append(try await portfolio.wallets.create("wallet \(index)", costBasis: basis))
        }
        for coin in coins {
            var closes: [Double?] = []
            for _ in 0..<Self.dayCount {
                closes.append(random.uniform() < missing ? nil : (random.uniform() * 1e6).rounded() / 1e3 + 1)
            }
            try await world.store(closes, of: coin)
        }
        var time = moment(day0)
        var ids: [TransactionID] = []
        for _ in 0..<transactions {
            time += stretch * random.index(below: 2 * Self.dayCount * 86_400 / transactions)
            guard time < moment(day0 + stretch * Self.dayCount), let transaction = try next(time, unknown: unknown) else {
                continue
            }
            ids += try await world.record(transaction)
        }
        for id in ids where random.uniform() < 0.1 {
            do {
                try await portfolio.orders.takeBack([id])
            } catch PortfolioError.notEnough, PortfolioError.neededLater {
                continue  // later ones need it
            }
        }
    }

    private mutating func part(of whole: Quantity) -> Quantity {
        random.uniform() < 0.2 ? whole : Quantity(units: Int128.random(in: 1...whole.units, using: &random))
    }

    private mutating func amount() -> Quantity { Quantity(units: Int128.random(in: 1...5_000_000_000_000_000_000, using: &random)) }
    private mutating func label(_ kind: Transaction.Kind) -> Transaction.Label? {
        let labels = kind.labels + [nil]
        return labels[random.index(below: labels.count)]
    }

    private mutating func money() -> Quantity {
        Quantity(units: Int128(1 + random.index(below: 1_000_000)) * 1_000_000_000_000_000)
    }

    private mutating func add(_ amount: Quantity, of asset: AssetID, to wallet: WalletID) {
        held[wallet, default: [:]][asset, default: .zero] += amount
    }

    private mutating func next(_ time: Int, unknown: Double) throws -> Transaction? {
        count += 1
        let (key, wallet) = ("k\(count)", wallets[random.index(below: 3)].id)
        let asset = random.uniform() < 0.2 ? AssetID.usd : coins[random.index(below: 3)]
        let have = held[wallet]?[asset] ?? .zero
        switch random.index(below: 10) {
        case 0, 1:
            let quantity = asset == .usd ? money() : amount()
            add(quantity, of: asset, to: wallet)
            let cost = asset == .usd || random.uniform() < unknown ? nil : money()
            return try .deposit(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, value: cost.map(Money.usd),
                note: "n, \"\(count)\""
            ).labelled(label(.deposit))
        case 2:
            let cash = held[wallet]?[.usd] ?? .zero
            guard asset != .usd, cash > "1" else { return nil }
            let (quantity, paid) = (amount(), part(of: cash - "0.5"))
            add(quantity, of: asset, to: wallet)
            add(-(paid + "0.25"), of: .usd, to: wallet)
            return try .buy(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, paid: .usd(paid), fee: "0.25")
        case 3:
            guard asset != .usd, have > .zero else { return nil }
            let (quantity, received) = (part(of: have), money() + "1")
            add(-quantity, of: asset, to: wallet)
            add(received - "0.5", of: .usd, to: wallet)
            return try .sell(
                key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, received: .usd(received), fee: "0.5")
        case 4, 5:
            let target = wallets[random.index(below: 3)].id
            guard target != wallet, have > "0.000000000000001" else { return nil }
            let fee: Quantity = random.uniform() < 0.5 ? .zero : "0.000000000000001"
            let quantity = part(of: have - fee)
            add(-(quantity + fee), of: asset, to: wallet)
            add(quantity, of: asset, to: target)
            return try .transfer(key: key, time: time, from: wallet, to: target, asset: asset, quantity: quantity, fee: fee)
        case 6:
            guard have > .zero else { return nil }
            let quantity = part(of: have)
            add(-quantity, of: asset, to: wallet)
            return random.uniform() < 0.5
                ? try .fee(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity)
                : try .withdrawal(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity).labelled(
                    label(.withdrawal))
        case 7, 8:
            guard asset != .usd, have > .zero else { return nil }
            let (other, quantity, received) = (coins[random.index(below: 3)], part(of: have), amount())
            let isSplit = random.uniform() < 0.5
            guard other != asset || isSplit && quantity != received else { return nil }
            add(-quantity, of: asset, to: wallet)
            add(received, of: other, to: wallet)
            return isSplit
                ? try .split(
                    key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, into: other, received: received)
                : try .swap(
                    key: key, time: time, wallet: wallet, asset: asset, quantity: quantity, into: other, received: received,
                    value: .usd(money()))
        default:
            let quantity = asset == .usd ? money() : amount()
            add(quantity, of: asset, to: wallet)
            return try .income(key: key, time: time, wallet: wallet, asset: asset, quantity: quantity).labelled(label(.income))
        }
    }
}
