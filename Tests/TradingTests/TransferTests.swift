import Ledger
import Market
import People
import Storage
import Testing
import Trading

/// Coins from one person to another.
@Suite struct TransferTests {
    @Test func whatIsSentArrives() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        let transfers = world.trading().transfers
        let address = try await transfers.address(of: "bob", asset: .bitcoin)
        #expect(try await transfers.address(of: "bob", asset: .bitcoin) == address, "an address stays")
        let preview = try await transfers.preview(d("0.01234567"), .bitcoin, to: address, of: "ann")
        // 0.1 %, rounded up to the smallest unit.
        #expect(preview.fee == d("0.00001235"))
        let transfer = try await transfers.send(d("0.01234567"), .bitcoin, to: address, note: "lunch", of: "ann")
        #expect(transfer.fee == preview.fee && transfer.receiver == "bob")
        #expect(try await world.balance(.bitcoin, of: "ann").free == d("0.98764198"))
        #expect(try await world.balance(.bitcoin, of: "bob").free == d("0.01234567"))
        let (sent, received) = (
            try await world.trading().accounts.entry(transfer.id, of: "ann"),
            try await world.trading().accounts.entry(transfer.id, of: "bob")
        )
        #expect(sent.kind == .send && sent.fee == preview.fee && received.kind == .receive && received.fee == .zero)
        #expect(sent.detail == "lunch" && received.quantity == d("0.01234567"))
        try await world.expectSoundBooks(of: ["ann", "bob"], "transfer")
    }

    /// The fee is part of the required amount.
    @Test func everythingCannotBeSentWithoutItsFee() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("0.01001")))
        let transfers = world.trading().transfers
        let address = try await transfers.address(of: "bob", asset: .bitcoin)
        let error = await tradingError { try await transfers.send(d("0.01000001"), .bitcoin, to: address, of: "ann") }
        #expect(error == .notEnough(.btc, have: d("0.01001"), need: d("0.01001002")))
        _ = try await transfers.send(d("0.01"), .bitcoin, to: address, of: "ann")
        #expect(try await world.balance(.bitcoin, of: "ann") == TradingBalance())
    }

    @Test func addressesAreOfOneCoin() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")), (.bnb, d("1")))
        let transfers = world.trading().transfers
        let (bitcoin, bnb) = (
            try await transfers.address(of: "bob", asset: .bitcoin), try await transfers.address(of: "bob", asset: .bnb)
        )
        let own = try await transfers.address(of: "ann", asset: .bitcoin)
        #expect(bitcoin != bnb)
        for (address, asset) in [(bnb, AssetID.bitcoin), (bitcoin, .bnb), (bitcoin + "x", .bitcoin), ("", .bitcoin)] {
            let error = await tradingError { try await transfers.send(d("0.1"), asset, to: address, of: "ann") }
            #expect(error?.code == "unknown-address" || error?.code == "bad-address", "\(address): \(error as Any)")
        }
        #expect(await tradingError { try await transfers.send(d("0.1"), .bitcoin, to: own, of: "ann") } == .ownAddress)
        #expect(await tradingError { try await transfers.address(of: "bob", asset: .usd) } == .notACoin(.usd))
        #expect(try await world.balance(.bitcoin, of: "ann") == TradingBalance(free: d("1")), "nothing is held before the check")
    }

    @Test(arguments: ["0", "-0.1", "0.000000001", "1000000000000000000"]) func amountsAreChecked(amount: String) async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        let transfers = world.trading().transfers
        let address = try await transfers.address(of: "bob", asset: .bitcoin)
        let error = await tradingError { try await transfers.send(d(amount), .bitcoin, to: address, of: "ann") }
        #expect(error?.code == "bad-amount")
    }

    @Test func aLongNoteIsCut() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")))
        let transfers = world.trading().transfers
        let address = try await transfers.address(of: "bob", asset: .bitcoin)
        let long = String(repeating: "x", count: 300)
        let sent = try await transfers.send(d("0.02"), .bitcoin, to: address, note: long, of: "ann")
        #expect(sent.note == String(repeating: "x", count: 200))
    }

    /// All data of a person is deleted with the account, except the transfers in other people's histories.
    @Test func anErasedPersonLeavesTheOtherSideOfTransfers() async throws {
        let world = try await TradingWorld()
        try await world.fund("ann", (.bitcoin, d("1")), (.usd, d("1000")), (.eur, d("100")))
        try await world.fund("bob", (.bitcoin, d("1")))
        let trading = world.trading()
        let (toAnn, toBob) = (
            try await trading.transfers.address(of: "ann", asset: .bitcoin),
            try await trading.transfers.address(of: "bob", asset: .bitcoin)
        )
        let sent = try await trading.transfers.send(d("0.01"), .bitcoin, to: toBob, of: "ann").id
        let received = try await trading.transfers.send(d("0.02"), .bitcoin, to: toAnn, of: "bob").id
        // Samples of everything.
        try await trading.trade(.buy(.bitcoin, .eur, cash: "10"), of: "ann")
        _ = try await trading.trades.quote(.buy(cash: "10"), of: "ann")
        _ = try await trading.orders.place(.limitSale(), of: "ann")
        _ = try await trading.plans.start(Plans.Request(.bnb, .usd, amount: d("10"), every: .day, days: 9), of: "ann")
        let method = try await trading.methods.addBankAccount(iban: PaymentTests.iban, label: nil, of: "ann").id
        _ = try await trading.payments.withdraw(d("20"), .usd, to: method, of: "ann")
        _ = try await trading.payments.deposit(d("20"), .usd, of: "ann")
        _ = try await trading.accounts.setFavouriteOrder([.bnb, .bitcoin], of: "ann")
        let before = try await world.balance(.bitcoin, of: "bob")

        let person = Person(
            id: "u_00000000000000000001", owner: "ann", role: .person, email: try EmailAddress("ann@example.com"), name: "Ann",
            password: "x", termsAcceptedAt: 1, createdAt: 1)
        try await world.database.changePeople { try $0.erase(person) }

        #expect(try await trading.accounts.find(of: "ann") == nil)
        #expect(try await trading.accounts.history(of: "ann", HistoryQuery()) == [])
        #expect(try await trading.plans.all(of: "ann") == [])
        #expect(try await trading.methods.all(of: "ann") == [])
        #expect(try await world.balance(.bitcoin, of: "bob") == before)
        let kinds = try await trading.accounts.history(of: "bob", HistoryQuery()).map { "\($0.kind) \($0.id)" }
        #expect(Set(kinds) == ["receive \(sent)", "send \(received)"])
        try await world.expectSoundBooks(of: ["bob"], "erased")
        #expect(
            await tradingError { try await trading.transfers.send(d("0.1"), .bitcoin, to: toAnn, of: "bob") }
                == .unknownAddress(toAnn))
        world.wait(400 * 86_400)
        #expect(try await trading.work.run() == 0, "nothing of ann is left to do")
        // Then the other side is deleted, too.
        let bob = Person(
            id: "u_00000000000000000002", owner: "bob", role: .person, email: try EmailAddress("bob@example.com"), name: "Bob",
            password: "x", termsAcceptedAt: 1, createdAt: 1)
        try await world.database.changePeople { try $0.erase(bob) }
        #expect(try await trading.accounts.find(of: "bob") == nil)
        #expect(try await world.database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
    }
}
