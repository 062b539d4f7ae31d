import Ledger
import Market
import Testing
import Trading

/// All movements, newest first, in pages and with filters.
@Suite struct HistoryTests {
    /// Entries of every kind, many of them with the same time.
    private func filled() async throws -> TradingWorld {
        let world = try await TradingWorld()
        try await world.fund("ann", (.usd, d("5000")), (.bitcoin, d("1")), (.bnb, d("10")))
        try await world.fund("bob", (.bitcoin, d("1")))
        let trading = world.trading()
        let (ann, bob) = (
            try await trading.transfers.address(of: "ann", asset: .bitcoin),
            try await trading.transfers.address(of: "bob", asset: .bitcoin)
        )
        let card = try await trading.methods.addBankAccount(iban: PaymentTests.iban, label: "Mine", of: "ann").id
        for round in 0..<4 {
            for _ in 0..<3 { try await trading.trade(.buy(cash: "10"), of: "ann") }
            try await trading.trade(.sell(.bnb, coins: "0.1"), of: "ann")
            _ = try await trading.payments.deposit(d("10"), .eur, of: "ann")
            _ = try await trading.payments.withdraw(d("10"), .usd, to: card, of: "ann")
            _ = try await trading.transfers.send(d("0.001"), .bitcoin, to: bob, note: "round \(round)", of: "ann")
            _ = try await trading.transfers.send(d("0.001"), .bitcoin, to: ann, of: "bob")
            _ = try await trading.orders.place(.limitSale(), of: "ann")
            try await world.waitWithPrices(60)
        }
        return world
    }

    @Test func pagesAreTheWhole() async throws {
        let world = try await filled()
        let accounts = world.trading().accounts
        var query = HistoryQuery()
        query.limit = 1000
        let whole = try await accounts.history(of: "ann", query)
        #expect(whole.count == 36)
        #expect(whole.map(\.time) == whole.map(\.time).sorted(by: >))
        for limit in [1, 4, 7, 35, 36] {
            var (page, pages) = (HistoryQuery(), [HistoryEntry]())
            page.limit = limit
            while let entries = Optional(try await accounts.history(of: "ann", page)), !entries.isEmpty {
                pages += entries
                page.after = (entries.last!.time, entries.last!.id)
            }
            #expect(pages == whole, "pages of \(limit)")
        }
        for entry in whole { #expect(try await accounts.entry(entry.id, of: "ann") == entry) }
    }

    /// Fees of completed entries, and of nothing that was only ordered.
    @Test func paidFeesAreThoseOfTheHistory() async throws {
        let world = try await filled()
        var query = HistoryQuery()
        (query.kinds, query.limit) = ([.buy, .sell, .withdrawal, .send], 1000)
        func line(_ day: Day, _ asset: AssetID, _ fee: FixedDecimal) -> String { "\(day) \(asset) \(fee)" }
        for days in 0..<2 {
            if days == 1 {
                world.wait(7 * 86_400)
                _ = try await world.trading().work.run()
            }
            for owner in ["ann", "bob", "nobody"] {
                let entries = try await world.trading().accounts.history(of: owner, query)
                let done = entries.filter { ["filled", "settled"].contains($0.state) }
                let expected = done.compactMap { entry -> String? in
                    guard let fee = entry.fee, fee > .zero, let asset = entry.currency?.asset ?? entry.asset else { return nil }
                    return line(Day(secondsSince1970: entry.time), asset, fee)
                }
                let paid = try await world.database.readTrading { try $0.paidFees(of: owner) }
                #expect(paid.map { line($0.day, $0.asset, $0.amount) }.sorted() == expected.sorted(), "\(owner), \(days)")
                #expect(expected.isEmpty == (owner == "nobody"), "\(owner), \(days)")
            }
        }
    }

    @Test func aPersonFindsWhatTheyLookFor() async throws {
        let world = try await filled()
        let accounts = world.trading().accounts
        var query = HistoryQuery()
        query.limit = 1000
        let whole = try await accounts.history(of: "ann", query)
        for (kind, count) in [
            (HistoryEntry.Kind.buy, 12), (.sell, 8), (.deposit, 4), (.withdrawal, 4), (.send, 4), (.receive, 4), (.reward, 0),
        ] {
            query.kinds = [kind]
            #expect(try await accounts.history(of: "ann", query) == whole.filter { $0.kind == kind })
            #expect(whole.count { $0.kind == kind } == count, "\(kind)")
        }
        query.kinds = [.send, .deposit]
        #expect(try await accounts.history(of: "ann", query).count == 8)
        (query.kinds, query.asset) = ([], .bnb)
        #expect(try await accounts.history(of: "ann", query).count == 4)
        query.asset = nil
        (query.since, query.before) = (world.now - 180, world.now - 60)
        let middle = try await accounts.history(of: "ann", query)
        #expect(middle == whole.filter { $0.time >= world.now - 180 && $0.time < world.now - 60 } && middle.count == 18)
        let sent = try #require(whole.first { $0.kind == .send })
        #expect(sent.detail == "round 3" && sent.state == "settled" && sent.asset == .bitcoin)
        let withdrawal = try #require(whole.first { $0.kind == .withdrawal })
        #expect(withdrawal.other == "Mine" && withdrawal.fee == d("0.5") && withdrawal.cash == d("10") && withdrawal.dueAt != nil)
    }
}
