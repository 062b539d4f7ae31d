import Ledger
import Market
import MarketData
import Portfolio
import Storage
import Testing

@Suite(.serialized) struct JournalRepositoryTests {
    private static func deposit(
        _ key: String, _ time: Int, _ wallet: WalletID, _ quantity: String, _ asset: AssetID = .usd
    ) throws -> Transaction {
        try .deposit(key: key, time: time, wallet: wallet, asset: asset, quantity: d(quantity), note: "from \(key)")
    }

    private static func withdrawal(
        _ key: String, _ time: Int, _ wallet: WalletID, _ quantity: String, _ asset: AssetID = .usd
    ) throws -> Transaction {
        try .withdrawal(key: key, time: time, wallet: wallet, asset: asset, quantity: d(quantity))
    }

    @Test func aTransactionComesBackAsItWasRecorded() async throws {
        try await TestStore.with { (store) async throws in
            let wallet = try await store.make("main")
            let cash = try Self.deposit("cash", 5, wallet, "100000000000000000.000000000000000001")
            let buy = try Transaction.buy(
                key: "buy", time: 6, wallet: wallet, asset: .bitcoin, quantity: d("0.05"), paid: d("97600.06"), fee: d("1.5"),
                note: "ü\n")
            let coins = try Transaction.deposit(
                key: "coins", time: 6, wallet: wallet, asset: .bitcoin, quantity: d("1"), value: d("12.34"))
            let results = try await store.record(cash, buy, coins)
            #expect(results.map(\.isNew) == [true, true, true])
            #expect(results.map(\.id) == results.map(\.id).sorted())
            for (result, transaction) in zip(results, [cash, buy, coins]) {
                let record = RecordedTransaction(id: result.id, recordedAt: 7, correctedBy: nil, transaction: transaction)
                #expect(try await store.transaction(result.id, of: "ann") == record)
                #expect(try await store.transaction(result.id, of: "bob") == nil)
                #expect(try await store.transaction(key: transaction.key, of: "ann") == record)
                #expect(try await store.transaction(key: transaction.key, of: "bob") == nil)
            }
            #expect(
                try await store.balances(of: wallet)
                    == [.usd: d("99999999999902398.440000000000000001"), .bitcoin: d("1.05")])
            #expect(try await store.lastTransaction(of: wallet) == results[2].id)
        }
    }

    @Test func theSameKeyAgainIsTheSameTransaction() async throws {
        try await TestStore.with { (store) async throws in
            let wallet = try await store.make("main")
            let deposit = try Self.deposit("k", 5, wallet, "1")
            let first = try await store.append([deposit, deposit], of: "ann", recordedAt: 1, expecting: [:])
            #expect(first.map(\.isNew) == [true, false] && first[0].id == first[1].id)
            // A confirmed write whose answer was lost is repeated with the earlier expectation.
            let again = try await store.append(
                [deposit], of: "ann", recordedAt: 9, expecting: [wallet: TransactionID?.none])
            #expect(again == [AppendResult(id: first[0].id, isNew: false)])
            await #expect(throws: PortfolioError.keyInUse(key: "k")) {
                try await store.record(Self.deposit("k", 5, wallet, "2"))
            }
            let other = try await store.make("main", of: "bob")
            #expect(try await store.record(Self.deposit("k", 5, other, "2"), owner: "bob")[0].isNew)
            #expect(try await store.balances(of: wallet) == [.usd: d("1")])
        }
    }

    @Test func nothingIsRecordedWhenOneIsRefused() async throws {
        try await TestStore.with { (store) async throws in
            let wallet = try await store.make("main")
            await #expect(throws: AssetError.notStored(.nowhere)) {
                try await store.record(
                    Self.deposit("a", 1, wallet, "1"), Self.deposit("b", 1, wallet, "1", .nowhere))
            }
            await #expect(throws: PortfolioError.noSuchWallet("77")) {
                try await store.record(Self.deposit("a", 1, wallet, "1"), Self.deposit("b", 1, WalletID(77), "1"))
            }
            await #expect(throws: PortfolioError.noSuchWallet("\(wallet)")) {
                try await store.record(Self.deposit("b", 1, wallet, "1"), owner: "bob")
            }
            #expect(try await store.lastTransaction(of: wallet) == nil)
            #expect(try await store.balances(of: wallet).isEmpty)
            #expect(try await store.transactions(JournalQuery(wallets: [wallet])).isEmpty)
        }
    }

    @Test func aWalletThatChangedMeanwhileIsNotTouched() async throws {
        try await TestStore.with { (store) async throws in
            let wallet = try await store.make("main")
            let id = try await store.record(Self.deposit("a", 1, wallet, "1"))[0].id
            let next = try Self.deposit("b", 2, wallet, "1")
            for stale in [TransactionID?.none, TransactionID(id.number + 1)] {
                await #expect(throws: PortfolioError.changedMeanwhile) {
                    try await store.append([next], of: "ann", recordedAt: 1, expecting: [wallet: stale])
                }
            }
            #expect(try await store.append([next], of: "ann", recordedAt: 1, expecting: [wallet: id])[0].isNew)
        }
    }

    @Test func aHoldingNeverFallsBelowZero() async throws {
        try await TestStore.with { (store) async throws in
            let wallet = try await store.make("main")
            try await store.record(Self.deposit("a", 10, wallet, "5"), Self.withdrawal("b", 20, wallet, "3"))
            func refused(_ transactions: Transaction..., have: String, need: String, time: Int, recorded: Int64? = nil) async {
                await #expect(
                    throws: PortfolioError.insufficient(
                        wallet: wallet, asset: .usd, have: d(have), need: d(need), time: time,
                        recorded: recorded.map { TransactionID($0) })
                ) { try await store.append(transactions, of: "ann", recordedAt: 1, expecting: [:]) }
            }
            // After all, before all, between, at the same moment with a higher number, and within one call.
            try await refused(
                Self.withdrawal("c", 30, wallet, "2.000000000000000001"), have: "2", need: "2.000000000000000001", time: 30)
            try await refused(Self.withdrawal("c", 9, wallet, "1"), have: "0", need: "1", time: 9)
            try await refused(Self.withdrawal("c", 15, wallet, "3"), have: "2", need: "3", time: 20, recorded: 2)
            try await refused(Self.withdrawal("c", 20, wallet, "2.5"), have: "2", need: "2.5", time: 20)
            try await refused(
                Self.withdrawal("c", 30, wallet, "4"), Self.deposit("d", 40, wallet, "4"), have: "2", need: "4", time: 30)
            try await refused(
                Self.withdrawal("c", 30, wallet, "4"), Self.withdrawal("d", 40, wallet, "1"), Self.deposit("e", 35, wallet, "9"),
                have: "2", need: "4", time: 30)
            // The order within a call does not matter; the order of times does.
            try await store.record(Self.withdrawal("c", 30, wallet, "4"), Self.deposit("d", 25, wallet, "4"))
            #expect(try await store.balances(of: wallet) == [.usd: d("2")])
        }
    }

    @Test func creditFallsBelowZero() async throws {
        try await TestStore.with { (store) async throws in
            let wallet = try await store.make("credit", allowsNegative: true)
            try await store.record(Self.withdrawal("a", 10, wallet, "5"))
            #expect(try await store.balances(of: wallet) == [.usd: d("-5")])
        }
    }

    @Test func aCorrectionCountsAsIfNeitherHadBeen() async throws {
        try await TestStore.with { (store) async throws in
            let wallet = try await store.make("main")
            let ids = try await store.record(
                Self.deposit("a", 10, wallet, "5"), Self.deposit("b", 20, wallet, "1"), Self.withdrawal("c", 30, wallet, "3")
            ).map(\.id)
            func correction(_ id: TransactionID, _ key: String) async throws -> Transaction {
                try .correction(of: try await store.transaction(id, of: "ann")!, key: key)
            }
            // Without the first deposit the withdrawal would have had 1.
            await #expect(
                throws: PortfolioError.insufficient(
                    wallet: wallet, asset: .usd, have: d("1"), need: d("3"), time: 30, recorded: ids[2])
            ) { try await store.record(correction(ids[0], "x")) }
            let takenBack = try await correction(ids[2], "x")
            let correctionID = try await store.record(takenBack)[0].id
            #expect(try await store.transaction(ids[2], of: "ann")?.correctedBy == correctionID)
            #expect(try await store.transaction(correctionID, of: "ann")?.transaction == takenBack)
            try await store.record(correction(ids[0], "y"))
            #expect(try await store.balances(of: wallet) == [.usd: d("1")])
            await #expect(throws: PortfolioError.alreadyCorrected(ids[2])) {
                try await store.record(
                    Transaction(key: "z", kind: .correction, time: 30, postings: takenBack.postings, corrects: ids[2]))
            }
            await #expect(throws: PortfolioError.alreadyCorrected(correctionID)) {
                try await store.record(
                    Transaction(key: "z", kind: .correction, time: 30, postings: takenBack.postings, corrects: correctionID))
            }
            await #expect(throws: PortfolioError.noSuchTransaction(TransactionID(99))) {
                try await store.record(
                    Transaction(key: "z", kind: .correction, time: 30, postings: takenBack.postings, corrects: TransactionID(99)))
            }
            let standing = try await store.transactions(JournalQuery(wallets: [wallet], leavesOutCorrected: true))
            #expect(standing.map(\.id) == [ids[1]])
            let asOfThen = try await store.transactions(
                JournalQuery(wallets: [wallet], leavesOutCorrected: true, upTo: ids[2]))
            #expect(asOfThen.map(\.id) == ids)
        }
    }

    @Test func walletsFeedEachOtherByTransfers() async throws {
        try await TestStore.with { (store) async throws in
            var wallets: [WalletID] = []
            for name in ["a", "b", "c", "d"] { wallets.append(try await store.make(name)) }
            try await store.record(Self.deposit("in", 1, wallets[0], "9"))
            for (index, (from, to)) in [(0, 1), (1, 2), (2, 0)].enumerated() {
                try await store.record(
                    .transfer(
                        key: "t\(index)", time: 2, from: wallets[from], to: wallets[to], asset: .usd, quantity: d("2"), fee: d("0"))
                )
                let fed = try await store.walletsFeeding([wallets[2]]).wallets
                #expect(fed == Set([[2], [0, 1, 2], [0, 1, 2]][index].map { wallets[$0] }))
            }
            #expect(try await store.walletsFeeding([wallets[1]]).wallets == Set(wallets[0...2]))
            #expect(try await store.walletsFeeding([wallets[3]]).wallets == [wallets[3]])
        }
    }

    /// What replaces a deposit counts before the purchase that needs it.
    @Test func aTransactionCountsInThePlaceOfAnother() async throws {
        try await TestStore.with { (store) async throws in
            let wallet = try await store.make("main")
            let ids = try await store.record(Self.deposit("one", 5, wallet, "10"), Self.withdrawal("out", 5, wallet, "10")).map(
                \.id)
            func replacement(_ key: String, _ quantity: String, of id: TransactionID, place: TransactionID?) async throws
                -> [Transaction]
            {
                let record = try #require(try await store.transaction(id, of: "ann"))
                var deposit = try Self.deposit(key, 5, wallet, quantity)
                deposit.place = place
                return [try .correction(of: record, key: "correction for \(key)"), deposit]
            }
            func record(_ transactions: [Transaction]) async throws -> [TransactionID] {
                try await store.append(transactions, of: "ann", recordedAt: 7, expecting: [:]).map(\.id)
            }
            let late = try await replacement("late", "12", of: ids[0], place: nil)
            await #expect(throws: PortfolioError.self) { try await record(late) }
            let less = try await replacement("less", "9", of: ids[0], place: ids[0])
            await #expect(
                throws: PortfolioError.insufficient(
                    wallet: wallet, asset: .usd, have: d("9"), need: d("10"), time: 5, recorded: ids[1])
            ) { try await record(less) }
            let two = try await record(replacement("two", "12", of: ids[0], place: ids[0]))[1]
            let three = try await record(replacement("three", "11", of: two, place: ids[0]))[1]
            let query = JournalQuery(wallets: [wallet], leavesOutCorrected: true)
            #expect(try await store.transactions(query).map(\.id) == [three, ids[1]])
            #expect(try await store.transactions(query).map(\.place) == ids)
            #expect(try await store.balances(of: wallet) == [.usd: d("1")])
            #expect(try await store.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
            // No place after its own number.
            let wrong = try await replacement("bad", "12", of: three, place: TransactionID(4711))
            await #expect(throws: StorageError.self) { try await record(wrong) }
        }
    }

    @Test func pagesInBothOrdersAreTheWholeJournal() async throws {
        try await TestStore.with { (store) async throws in
            let (one, two) = (try await store.make("one"), try await store.make("two"))
            for index in 0..<700 {
                try await store.record(Self.deposit("k\(index)", index * 7 % 100, index % 3 == 0 ? one : two, "1"))
            }
            for order in [JournalQuery.Order.oldestFirst, .newestFirst] {
                var query = JournalQuery(wallets: [one, two], order: order, limit: 600)
                let first = try await store.transactions(query)
                query.after = JournalQuery.Position(first.last!)
                let all = try await store.transactions(query)
                let places = (first + all).map { ($0.transaction.time, $0.id) }
                #expect(first.count == 600 && all.count == 100)
                #expect(zip(places, places.dropFirst()).allSatisfy { order == .oldestFirst ? $0 < $1 : $0 > $1 })
            }
            var query = JournalQuery(wallets: [two], before: 50, limit: 1000)
            #expect(try await store.transactions(query).allSatisfy { $0.transaction.time < 50 })
            query.asset = .bitcoin
            #expect(try await store.transactions(query).isEmpty)
        }
    }

    /// The bound is one for all wallets, however many there are.
    @Test func aSearchReadsTheNewestOfAllWalletsTogether() async throws {
        try await TestStore.with { (store) async throws in
            let (one, two) = (try await store.make("one"), try await store.make("two"))
            let most = SearchedWord<Transaction.Kind>.mostRead
            func found(_ text: String, in wallets: Set<WalletID>) async throws -> [String] {
                var query = JournalQuery(wallets: wallets, order: .newestFirst, limit: 9)
                query.words = [SearchedWord(text, kinds: [])]
                return try await store.transactions(query).map(\.transaction.key)
            }
            try await store.record(Self.deposit("rare-1", 1, one, "1"), Self.deposit("rare-2", 2, two, "1"))
            try await store.record(
                .transfer(key: "moved", time: 3, from: one, to: two, asset: .usd, quantity: d("1"), note: "from rare-3"))
            #expect(try await found("RARE", in: [one, two]) == ["moved", "rare-2", "rare-1"])
            #expect(try await found("rare", in: [one]) == ["moved", "rare-1"])
            // The transfer is an entry of both wallets.
            let others = try (0..<most - 3).map { try Self.deposit("k\($0)", 10 + $0, $0 % 2 == 0 ? one : two, "1") }
            _ = try await store.append(others, of: "ann", recordedAt: 7, expecting: [:])
            #expect(try await found("rare", in: [one, two]) == ["moved", "rare-2"])
            #expect(try await found("rare", in: [one]) == ["moved", "rare-1"])
            #expect(try await found("rare", in: []) == [])
        }
    }
}
