import Ledger
import People
import Platform
import Portfolio
import Scratch
import Storage
import Testing

/// Storage quotas, checked in the transaction that stores the data.
@Suite struct QuotaTests {
    private func withDatabase(_ quotas: StorageQuotas, _ body: (Store) async throws -> Void) async throws {
        try await Scratch.with { folder in
            let path = try await SchemaTests().file("v5.sql", in: folder)
            var options = Store.Options.quick
            options.quotas = quotas
            let database = try Store(path, options: options)
            try await body(database)
            #expect(try await database.audit(AuditOptions(today: nil)).filter { $0.severity == .error } == [])
        }
    }

    private func deposits(_ name: String, _ count: Int, in wallet: WalletID) throws -> [Transaction] {
        try (0..<count).map { index in
            try .deposit(key: "\(name)\(index)", time: 1_735_690_000, wallet: wallet, asset: .usd, quantity: d("1"))
        }
    }

    /// An older file has five transactions of Ann. That simulated accounts do not count is checked by the audit of `TradingAuditTests`.
    @Test func transactionsOfWalletsAreCounted() async throws {
        try await withDatabase(.none) { database async throws in
            #expect(try await database.storageUse(of: "ann").transactions == 5)
            #expect(try await database.storageUse(of: "nobody") == StorageUse())
            let wallet = try await database.wallets(of: "ann")[0].id
            let twice = try deposits("new", 3, in: wallet)
            for _ in 0..<2 { _ = try await database.append(twice, of: "ann", recordedAt: 1, expecting: [:]) }
            #expect(try await database.storageUse(of: "ann").transactions == 8, "what was recorded before counts once")
            _ = try await database.append(
                try deposits("preview", 3, in: wallet), of: "ann", recordedAt: 1, expecting: [:], isRehearsal: true)
            #expect(try await database.storageUse(of: "ann").transactions == 8)
        }
    }

    @Test func importsAtOnceDoNotPassTheQuotaTogether() async throws {
        try await withDatabase(StorageQuotas(transactions: 100)) { database async throws in
            let wallet = try await database.wallets(of: "ann")[0].id
            let refusals = try await withThrowingTaskGroup(of: QuotaExceeded?.self) { group in
                for name in ["a", "b", "c", "d"] {
                    let transactions = try deposits(name, 60, in: wallet)
                    group.addTask {
                        do {
                            _ = try await database.append(transactions, of: "ann", recordedAt: 1, expecting: [:])
                            return nil
                        } catch let error as QuotaExceeded { return error }
                    }
                }
                return try await group.reduce(into: [QuotaExceeded]()) { all, next in if let next { all.append(next) } }
            }
            #expect(refusals == Array(repeating: QuotaExceeded(.transactions, used: 65, limit: 100), count: 3))
            #expect(try await database.storageUse(of: "ann").transactions == 65)
            // The last one fits exactly, and importing the same again still works.
            let rest = try deposits("rest", 35, in: wallet)
            for _ in 0..<2 { _ = try await database.append(rest, of: "ann", recordedAt: 1, expecting: [:]) }
            await #expect(throws: QuotaExceeded(.transactions, used: 100, limit: 100)) {
                try await database.append(
                    try deposits("one", 1, in: wallet), of: "ann", recordedAt: 1, expecting: [:], isRehearsal: true)
            }
            let record = try #require(try await database.transaction(key: "rest0", of: "ann"))
            let correction = try Transaction.correction(of: record, key: "undo")
            _ = try await database.append([correction], of: "ann", recordedAt: 1, expecting: [:])
            #expect(try await database.storageUse(of: "ann").transactions == 101, "mistakes can be corrected all the same")
            let other = try await database.make("Other", of: "bob")
            _ = try await database.append(try deposits("bob", 60, in: other), of: "bob", recordedAt: 1, expecting: [:])
        }
    }

    @Test func aPictureBeyondTheQuotaIsNotStored() async throws {
        try await withDatabase(StorageQuotas(pictureBytes: 1000)) { database async throws in
            let ann = try #require(try await database.readPeople { try $0.person(email: "ann@example.com") })
            func set(_ bytes: Int?) async throws {
                try await database.changePeople { try $0.setPicture(bytes.map { [UInt8](repeating: 1, count: $0) }, of: ann.id) }
            }
            try await set(nil)
            let others = try await database.storageUse(of: ann.owner).pictureBytes
            try await set(1000 - others)
            #expect(try await database.storageUse(of: ann.owner).pictureBytes == 1000)
            await #expect(throws: QuotaExceeded(.pictureBytes, used: others, limit: 1000)) { try await set(1001 - others) }
            #expect(try await database.readPeople { try $0.picture(of: ann.id) }?.count == 1000 - others)
            try await set(10)
            #expect(try await database.storageUse(of: ann.owner).pictureBytes == others + 10)
        }
    }

    /// The reserve is larger than any disk.
    @Test func onANearlyFullDiskPeopleStillSignIn() async throws {
        var quotas = StorageQuotas.none
        quotas.reservedBytes = .max
        try await withDatabase(quotas) { database async throws in
            let wallet = try await database.wallets(of: "ann")[0].id
            let full = StorageError.diskFull(path: database.path)
            await #expect(throws: full) {
                try await database.append(try deposits("a", 1, in: wallet), of: "ann", recordedAt: 1, expecting: [:])
            }
            let ann = try #require(try await database.readPeople { try $0.person(email: "ann@example.com") })
            await #expect(throws: full) { try await database.changePeople { try $0.setPicture([1], of: ann.id) } }
            try await database.changePeople { records in
                var ann = ann
                ann.name = "Anna"
                try records.update(ann)
            }
            #expect(try await database.readPeople { try $0.person(id: ann.id)?.name } == "Anna")
            #expect(try await database.storageUse(of: "ann").transactions == 5)
        }
    }

    @Test func everyRefusalSaysWhatIsStoredAndWhatToDo() {
        for kind in QuotaExceeded.Kind.allCases {
            let text = QuotaExceeded(kind, used: 12, limit: 34).description
            #expect(text.contains("12") && text.contains("34") && text.contains("-per-person"), "\(text)")
        }
    }
}
