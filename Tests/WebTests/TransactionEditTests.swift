import HTTPTestSupport
import JSONText
import ServerWorld
import Testing

/// The form that edits a recorded transaction.
@Suite struct TransactionEditTests {
    /// Each row without its time. No price gives the cash of some trades exactly, and some costs and values are unknown.
    private static let rows = [
        "deposit,USD,100000,,,,,", "deposit,USD,5,,,,5,", "deposit,BTC,90.000000000000000001,,,,unknown,",
        "deposit,BTC,3,,,,0.000000000000000001,", "deposit,ETH,2000000,,,,0,", "deposit,BTC,7,,,,unknown,",
        "buy,ETH,1234567,12.34,,,,", "buy,BTC,0.3,100,0.5,,,", "buy,BTC,3,0.01,,,,", "buy,ETH,0.000000000000000007,91,,,,",
        "buy,BTC,0.123456789012345678,2345.67,0.000000000000000001,,,", "sell,ETH,1234567,12.34,,,,", "sell,BTC,7,1,0.1,,,",
        "sell,BTC,0.7,0,,,,", "sell,ETH,100000,0.000000000000000001,,,,", "sell,BTC,1,310.5,,,,", "withdrawal,BTC,1,,,,unknown,",
        "withdrawal,BTC,1.5,,,,0,", "withdrawal,BTC,0.000000000000000001,,,,17.25,", "withdrawal,USD,10.01,,,,,",
        "transfer,BTC,2.000000000000000001,,,Other,,", "transfer,ETH,3,,0.25,Other,,", "transfer,USD,1,,0.01,Other,,",
        "fee,BTC,0.01,,,,,", "fee,USD,0.5,,,,,", "income,BTC,0.123456789012345678,,,,unknown,", "income,BTC,0.1,,,,77.7,",
        "income,BTC,0.1,,,,0,", "income,ETH,5,,,,61.5,true", "income,USD,3,,,,,",
        "swap,BTC,0.5,,,,12.5,,ETH,3.000000000000000001", "swap,ETH,0.1,,,,unknown,,BTC,7", "split,ETH,2,,,,,,BTC,0.25",
        "split,ETH,3,,,,,,ETH,30", "deposit,BTC,1,,,,30,,,,gift", "withdrawal,BTC,0.5,,,,17.25,,,,donation",
        "withdrawal,BTC,0.25,,,,0,,,,loss", "withdrawal,USD,1,,,,,,,,loss", "income,USD,2,,,,,,,,interest",
    ]

    /// The members in which a transaction may differ from its replacement.
    private static let own: Set = ["id", "key", "recorded_at", "corrected_by", "note"]

    @Test(arguments: ["en", "it", "kk", "ru"]) func anEditChangesNothingButWhatWasEdited(language: String) async throws {
        try await PageVisitor.run { server, _ in
            let lines = Self.rows.enumerated().map { index, row in
                let columns = row.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
                return "2025-02-25T10:\(10 + index):07Z,\(columns[0]),Main,\(columns[1])"
            }
            let file =
                "time,kind,wallet,asset,quantity,cash,fee,to,value,at_market,to_asset,to_quantity,label\n"
                + lines.joined(separator: "\n")
                + "\n"
            for name in ["Main", "Other"] { try await server.done(server.post("/v1/wallets", json: #"{"name":"\#(name)"}"#)) }
            try await server.done(
                server.send("POST", "/v1/transactions/import", body: file, headers: ["Content-Type": "text/csv"]))
            let noted = #"{"kind":"deposit","asset":"USD","quantity":"1","time":"2025-02-25T09:00:07Z","note":" two\nlines "}"#
            try await server.done(server.post("/v1/wallets/Main/transactions", json: noted))
            // Closes that would fill in what is unknown, and change what was looked up.
            for asset in ["bitcoin", "ethereum"] { try await server.store([111, 222, 333, 444, 555, 666], of: asset) }
            let visitor = PageVisitor(server, cookies: ["closecast-language": language])
            for note in [nil, "edited"] {
                let recorded = try await Self.listed(server)
                #expect(recorded.count == Self.rows.count + 1)
                for row in recorded { try await Self.edit(row, note: note, visitor) }
                let replaced = try await Self.listed(server)
                #expect(replaced.count == recorded.count)
                for (old, new) in zip(recorded, replaced) {
                    #expect(old["id"] != new["id"])
                    #expect(new["note"]?.string == note ?? old["note"]?.string)
                    #expect(Self.content(old) == Self.content(new))
                }
            }
        }
    }

    /// Opens the form of a transaction, previews it and records it.
    ///
    /// - Parameter note: the new note; nil to change nothing.
    private static func edit(_ row: JSONValue, note: String?, _ visitor: PageVisitor) async throws {
        let id = try #require(row["id"]?.integer)
        var page = try await visitor.get("/wallets/Main/record?replaces=\(id)")
        for (action, status) in [("preview", 200), ("record", 303)] {
            let fields = PageForm.fields(of: "record", in: page.text).map { ($0.0, $0.0 == "note" ? note ?? $0.1 : $0.1) }
            page = try await visitor.sendForm(
                "/wallets/Main/record", fields + [("do", action)], site: "same-origin", origin: visitor.origin)
            #expect(page.status == status, "\(row): \(page.text)")
        }
    }

    /// The transactions that count, in the order of their times.
    private static func listed(_ server: ServerUnderTest) async throws -> [JSONValue] {
        let all = try await server.get("/v1/wallets/Main/transactions?limit=500").json["data"]?.array ?? []
        return all.filter { $0["corrected_by"] == nil && $0["corrects"] == nil }
    }

    private static func content(_ row: JSONValue) -> [JSONValue.Member] { (row.members ?? []).filter { !own.contains($0.key) } }

    /// The form of an edit names the coin as people do, and belongs to the history.
    @Test func theFormOfAnEditShowsTheTickerBelowTheHistory() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            let id = try #require(try await Self.listed(server).last { $0["kind"]?.string == "fee" }?["id"]?.integer)
            let page = try await visitor.get("/wallets/Main/record?replaces=\(id)")
            #expect(PageForm.fields(of: "record", in: page.text).contains { $0 == ("asset", "BTC") }, "\(page.text)")
            #expect(page.text.contains(/\/history" aria-current="page"/), "\(page.text)")
        }
    }

    @Test func anEditThatLacksCashRecordsItsDeposit() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            let bought = try await Self.listed(server).last { $0["kind"]?.string == "buy" }
            let id = try #require(bought?["id"]?.integer)
            let fields: KeyValuePairs = [
                "kind": "buy", "replaces": "\(id)", "asset": "bitcoin", "quantity": "1", "price": "5000", "time": "2025-02-24",
                "note": "dearer",
            ]
            let done = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", fields)
            #expect(done["location"]?.hasSuffix("/history?done=wallet-deposited") == true, "\(done.text)")
            #expect(try await Self.listed(server).contains { $0["note"]?.string == "dearer" && $0["cash"]?.string == "5000" })
        }
    }

    /// A deposit that a purchase of the same day needs counts before it, also after several edits, but it must be large enough.
    @Test func anEditedDepositStillPaysForThePurchaseOfItsDay() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.makeTradedWallet()
            for (day, quantity, status) in [
                ("2025-02-24", "5", 422), ("2025-02-24", "1001", 303), ("2025-02-23", "1002", 303), ("2025-02-24", "1003", 303),
            ] {
                let id = try #require(try await Self.listed(server).last { $0["kind"]?.string == "deposit" }?["id"]?.integer)
                let form = try await visitor.get("/wallets/Main/record?replaces=\(id)")
                let fields = PageForm.fields(of: "record", in: form.text).filter { $0.0 != "time" && $0.0 != "quantity" }
                let page = try await visitor.sendForm(
                    "/wallets/Main/record", fields + [("time", day), ("quantity", quantity), ("do", "record")], site: "same-origin",
                    origin: visitor.origin)
                #expect(page.status == status, "\(page.text)")
                #expect(page.has("transaction #2 needs 100") == (status == 422), "\(page.text)")
            }
        }
    }

    @Test func whatWasEditedIsNotRecordedAgain() async throws {
        try await PageVisitor.run(follows: true) { server, visitor in
            try await server.makeTradedWallet()
            let order = #"{"kind":"deposit","asset":"USD","quantity":"1001","time":"2025-02-23","replaces":1}"#
            let done = try await server.done(server.post("/v1/wallets/Main/transactions", json: order))
            let replacement = try #require(done.json["transactions"]?.array?.first?["id"]?.integer)
            for (language, sentence) in [
                ("en", "#1 was replaced by #\(replacement)"), ("it", "#1 è stata sostituita da #\(replacement)"),
                ("kk", "#1 операциясының орнына #\(replacement)"), ("ru", "#1 заменена на #\(replacement)"),
            ] {
                let visitor = PageVisitor(server, cookies: ["closecast-language": language])
                let page = try await visitor.post(
                    "/wallets/Main/history", from: "/wallets/Main/history", ["do": "undo", "undo": "1"])
                #expect(page.status == 409 && page.has(sentence), "\(page.text)")
            }
        }
    }
}
