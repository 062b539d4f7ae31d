import Ledger
import Market
import Portfolio
import PortfolioWorld
import Testing

@Suite(.serialized) struct GainsTests {
    /// Whether every figure, except given ones, is the result of its inputs.
    private func recomputes(_ figure: Figure) throws -> Bool {
        try figure.recomputed() == figure.value && figure.inputs.allSatisfy { try recomputes($0) }
    }

    private func slowLedger(_ journal: RandomJournal, before end: Int, basis: [WalletID: CostBasis]) async throws -> SlowLedger {
        var slow = SlowLedger(basis)
        let query = JournalQuery(wallets: Set(journal.wallets.map(\.id)), leavesOutCorrected: true, before: end, limit: .max)
        for record in try await journal.world.database.transactions(query) { try slow.apply(record) }
        return slow
    }

    private func expectEqual(_ report: GainsReport, _ slow: SlowLedger, seed: UInt64) throws {
        let wallet = report.wallet.id
        let prices = Dictionary(uniqueKeysWithValues: report.holdings.holdings.map { ($0.asset.id, $0.price?.price) })
        for asset in coins + [.usd] {
            let place = SlowLedger.Place(wallet: wallet, asset: asset)
            let summary = report.gains.assets[asset] ?? Gains.Summary()
            let realized = slow.realized[place] ?? SlowLedger.Realized()
            #expect(summary.realized.proceeds.total == realized.proceeds, "seed \(seed)")
            #expect(summary.realized.cost.total == realized.cost, "seed \(seed)")
            #expect(summary.realized.gain.total == realized.gain, "seed \(seed)")
            guard asset != .usd else {
                #expect(summary.marketValue.total == .usd(slow.cash[wallet] ?? .zero), "seed \(seed)")
                continue
            }
            let lots = (slow.lots[place] ?? []).sorted { ($0.time, $0.origin, $0.arrival) < ($1.time, $1.origin, $1.arrival) }
            let found = report.gains.lots.map(\.lot).filter { $0.asset == asset }
            #expect(
                lots.map { "\($0.origin) \($0.time) \($0.quantity) \($0.cost as Any)" }
                    == found.map { "\($0.origin) \($0.acquiredAt) \($0.quantity) \($0.cost as Any)" }, "seed \(seed)")
            var (value, cost): (Money?, Money?) = (.zero, .zero)
            for lot in lots {
                let lotValue = try prices[asset]??.multiplied(by: lot.quantity)
                value = value.flatMap { value in lotValue.map { value + $0 } }
                cost = cost.flatMap { cost in lot.cost.map { cost + $0 } }
            }
            #expect(summary.marketValue.total == value && summary.cost.total == cost, "seed \(seed)")
            #expect(summary.unrealized.total == value.flatMap { value in cost.map { value - $0 } }, "seed \(seed)")
        }
    }

    @Test(arguments: 0..<24) func gainsAreThoseOfASlowRecomputation(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed, missing: seed % 3 == 0 ? 0.2 : 0, unknown: seed % 2 == 0 ? 0.2 : 0)
        var bases = Dictionary(uniqueKeysWithValues: journal.wallets.map { ($0.id, $0.costBasis) })
        for day in [day0 + 10, day0 + RandomJournal.dayCount - 1] {
            let slow = try await slowLedger(journal, before: moment(day + 1), basis: bases)
            for wallet in journal.wallets {
                try expectEqual(try await journal.portfolio.gains.report(of: wallet, on: day), slow, seed: seed)
            }
        }
        // Another way for one wallet, to compare: the others keep theirs.
        let (last, wallet) = (day0 + RandomJournal.dayCount - 1, journal.wallets[0])
        for basis in CostBasis.allCases {
            bases[wallet.id] = basis
            let slow = try await slowLedger(journal, before: moment(last + 1), basis: bases)
            let report = try await journal.portfolio.gains.report(of: wallet, on: last, costBasis: basis)
            #expect(report.costBasis == basis)
            try expectEqual(report, slow, seed: seed)
        }
    }

    /// The sum of the wallets: transfers between them keep their cost and realize only the fee.
    @Test(arguments: 0..<16) func gainsOfSeveralWalletsAreTheSumsOfASlowLedger(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed, unknown: seed % 2 == 0 ? 0.2 : 0)
        let last = day0 + RandomJournal.dayCount - 1
        let bases = Dictionary(uniqueKeysWithValues: journal.wallets.map { ($0.id, $0.costBasis) })
        let slow = try await slowLedger(journal, before: moment(last + 1), basis: bases)
        for wallets in [journal.wallets, Array(journal.wallets.dropFirst())] {
            let report = try await journal.portfolio.gains.report(of: WalletGroup(wallets), on: last)
            #expect(report.costBasis == (Set(wallets.map(\.costBasis)).count == 1 ? wallets[0].costBasis : nil), "seed \(seed)")
            for asset in coins + [.usd] {
                var (realized, quantity, cost) = (SlowLedger.Realized(), Quantity.zero, Money?.some(.zero))
                for wallet in wallets {
                    let place = SlowLedger.Place(wallet: wallet.id, asset: asset)
                    let part = slow.realized[place] ?? SlowLedger.Realized()
                    realized.proceeds += part.proceeds
                    realized.gain = realized.gain.flatMap { gain in part.gain.map { gain + $0 } }
                    for lot in slow.lots[place] ?? [] {
                        quantity += lot.quantity
                        cost = cost.flatMap { cost in lot.cost.map { cost + $0 } }
                    }
                    if asset == .usd { quantity += slow.cash[wallet.id] ?? .zero }
                }
                let summary = report.gains.assets[asset] ?? Gains.Summary()
                #expect(summary.realized.proceeds.total == realized.proceeds, "seed \(seed), \(asset)")
                #expect(summary.realized.gain.total == realized.gain, "seed \(seed), \(asset)")
                if asset != .usd { #expect(summary.cost.total == cost, "seed \(seed), \(asset)") }
                let held = report.holdings.holdings.first { $0.asset.id == asset }?.quantity ?? .zero
                #expect(held == quantity, "seed \(seed), \(asset)")
            }
        }
    }

    /// A wallet that owes coins and one that holds as many: the total covers both, and can be explained.
    @Test func whatOneWalletOwesIsTakenFromWhatAnotherHolds() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let credit = try await portfolio.wallets.create("credit", allowsNegative: true)
        let other = try await portfolio.wallets.create("other")
        try await world.store([100], of: bitcoin)
        try await portfolio.perform(credit, bitcoin, .withdraw("1"))
        try await portfolio.perform(other, bitcoin, .deposit("1", cost: "40"))
        let report = try await portfolio.gains.report(of: WalletGroup([credit, other]), keepsDisposals: true)
        #expect(report.total.marketValue.total == .zero && report.rows.map(\.quantity) == [.zero])
        let figures = try report.explained()
        #expect(figures[0].value == .zero)
        for figure in figures { #expect(try recomputes(figure)) }
    }

    @Test func aWalletNamedTwiceCountsOnce() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("Main")
        try await portfolio.perform(wallet, .usd, .deposit("5", cost: nil))
        let group = try await portfolio.wallets.group(["Main", "main"])
        #expect(try await portfolio.gains.report(of: group).total.marketValue.total == "5" && group.name == "Main")
        #expect(try await portfolio.wallets.group(nil).wallets == [wallet])
        await #expect(throws: PortfolioError.noSuchWallet("nope")) { try await portfolio.wallets.group(["Main", "nope"]) }
    }

    @Test(arguments: 0..<24) func everyFigureRecomputesToItselfAndToTheGains(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed, missing: seed % 3 == 0 ? 0.2 : 0, unknown: seed % 2 == 0 ? 0.2 : 0)
        for wallet in journal.wallets {
            for day in [nil, day0 + 12] {
                let report = try await journal.portfolio.gains.report(of: wallet, on: day, keepsDisposals: true)
                let figures = try report.explained()
                for figure in figures { #expect(try recomputes(figure), "seed \(seed), \(figure.name)") }
                let total = report.total
                #expect(
                    figures.map(\.value) == [
                        total.marketValue.total?.amount, total.cost.total?.amount, total.unrealized.total?.amount,
                        total.realized.gain.total?.amount, report.returnOnCost,
                    ], "seed \(seed)")
            }
        }
    }

    /// Each lot is rounded at the 18th place, a holding only once: they differ by at most half of that per lot.
    @Test(arguments: 0..<12) func theValueOfAWalletIsThatOfItsLots(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed)
        for wallet in journal.wallets {
            let report = try await journal.portfolio.gains.report(of: wallet)
            let valuation = try await journal.portfolio.valuations.valuation(of: wallet)
            #expect(valuation == report.holdings, "seed \(seed)")
            let total = try #require(valuation.total), ofLots = try #require(report.total.marketValue.total)
            #expect((total - ofLots).magnitude.units * 2 <= Int128(report.gains.lots.count + 3), "seed \(seed)")
        }
    }

    /// Every cost is in the lots, realized, or withdrawn; a transfer neither adds nor loses any.
    @Test(arguments: 0..<12) func costIsConservedOverTransfers(seed: UInt64) async throws {
        let journal = try await RandomJournal(seed: seed)
        var (paid, found) = (Money.zero, Money.zero)
        let query = JournalQuery(wallets: Set(journal.wallets.map(\.id)), leavesOutCorrected: true, limit: .max)
        for record in try await journal.world.database.transactions(query) {
            let transaction = record.transaction
            guard transaction.postings[0].asset != .usd else { continue }
            if transaction.kind == .deposit || transaction.kind == .swap { paid += transaction.value! }
            if transaction.kind == .buy {
                paid -= .usd(transaction.postings.first { $0.account.role == .holding && $0.asset == .usd }!.amount)
            }
        }
        for wallet in journal.wallets {
            let report = try await journal.portfolio.gains.report(of: wallet, keepsDisposals: true)
            for lot in report.gains.lots { found += lot.lot.cost! }
            for disposal in report.disposals where disposal.asset != .usd && ![.transfer, .split].contains(disposal.kind) {
                found += disposal.cost!
            }
        }
        #expect(found == paid, "seed \(seed)")
    }

    @Test func aTransferTakesCostAndDayAlong() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let (a, b) = (try await portfolio.wallets.create("a"), try await portfolio.wallets.create("b", costBasis: .lifo))
        try await portfolio.perform(a, bitcoin, .deposit("1", cost: "10"), at: moment(day0, 1))
        try await portfolio.perform(b, bitcoin, .deposit("1", cost: "30"), at: moment(day0 + 1, 1))
        try await portfolio.perform(a, bitcoin, .transfer("0.5", to: b, fee: "0.1"), at: moment(day0 + 2, 1))
        try await world.store([100], of: bitcoin, from: day0 + 2)
        let report = try await portfolio.gains.report(of: b, keepsDisposals: true)
        #expect(
            report.gains.lots.map { "\($0.lot.acquiredAt - moment(day0)) \($0.lot.quantity) \($0.lot.cost!)" } == [
                "3600 0.5 5", "90000 1 30",
            ])
        #expect(report.day == day0 + 2 && report.total.unrealized.total == "115" && report.disposals.isEmpty)
        let source = try await portfolio.gains.report(of: a, keepsDisposals: true)
        #expect(source.total.realized.gain.total == "-1")  // the fee
        #expect(source.disposals.map(\.kind) == [.fee, .transfer])
        // (unrealized 36 + realized -1) / (4 + 1): what was moved is left out.
        #expect(source.returnOnCost == "7")
    }

    @Test func whatIsOwedIsWorthLessThanNothingAndHasNoCost() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("credit", allowsNegative: true)
        try await world.store([100], of: bitcoin)
        try await portfolio.perform(wallet, bitcoin, .withdraw("0.5"))
        let report = try await portfolio.gains.report(of: wallet, keepsDisposals: true)
        #expect(report.total.marketValue.total == "-50" && report.total.cost.total == nil && report.returnOnCost == nil)
        let figures = try report.explained()
        #expect(figures.map(\.value) == ["-50", nil, nil, .zero, nil])
        for figure in figures { #expect(try recomputes(figure)) }
    }

    @Test func aMissingPriceIsMissingNeverZero() async throws {
        let world = try World()
        let portfolio = world.portfolio()
        let wallet = try await portfolio.wallets.create("w")
        try await world.store([100, 110], of: bitcoin)
        try await world.store([10], of: ethereum)
        try await portfolio.perform(wallet, bitcoin, .deposit("1", cost: "90"))
        try await portfolio.perform(wallet, ethereum, .deposit("1", cost: "9"))
        let report = try await portfolio.gains.report(of: wallet)
        #expect(report.day == day0 + 1 && report.holdings.total == nil && report.holdings.knownTotal == "110")
        #expect(report.holdings.missing.map(\.id) == [ethereum] && report.gains.missingPrices == [ethereum])
        #expect(report.total.marketValue.total == nil && report.total.unrealized.total == nil && report.total.cost.total == "99")
        #expect(try await portfolio.valuations.valuation(of: wallet, on: day0).total == "110")
        #expect(try await portfolio.valuations.valuation(of: wallet, on: day0 - 1).total == .zero)
    }
}
