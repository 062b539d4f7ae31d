import JSONText
import Market
import ServerWorld
import Testing

@Suite(.serialized) struct WalletRouteTests {
    @Test func aWalletIsMadeShownListedAndDeleted() async throws {
        try await ServerUnderTest.run { server async throws in
            let made = try await server.post("/v1/wallets", json: #"{"name":"Ein Würfel 1","cost_basis":"lifo"}"#)
            #expect(made.status == 201, "\(made.text)")
            let path = try #require(made.header("Location"))
            #expect(path == "/v1/wallets/\(made.json["id"]?.string ?? "")")
            let shown = try await server.get(path)
            #expect(try await server.get("/v1/wallets/EIN%20W%C3%9CRFEL%201").body == shown.body)
            #expect(shown.json["name"]?.string == "Ein Würfel 1", "\(shown.text)")
            #expect(shown.json["cost_basis"]?.string == "lifo")
            #expect(shown.header("ETag") == made.header("ETag"))
            #expect(try await server.get("/v1/wallets").json["data"]?.array?.count == 1)
            #expect(try await server.send("DELETE", path).status == 204)
            #expect(try await server.get(path).status == 404)
            #expect(try await server.get("/v1/wallets").json["data"]?.array == [])
        }
    }

    /// All answers about a wallet contain its id, which does not change with a rename.
    @Test func aWalletKeepsItsIDWhenItIsRenamed() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let id = try #require(try await server.get("/v1/wallets/Main").json["id"]?.string)
            let other = try await server.get("/v1/wallets/Other").json["id"]?.string
            try server.done(await server.send("PATCH", "/v1/wallets/\(id)", body: #"{"name":"Savings"}"#))
            #expect(try await server.get("/v1/wallets/Main").status == 404)
            let path = "/v1/wallets/\(id)"
            #expect(try await server.get(path).json["name"]?.string == "Savings")
            for figures in ["valuation", "gains", "value"] {
                let answer = try await server.get("\(path)/\(figures)").json
                #expect(answer["wallet_id"]?.string == id && answer["wallet"]?.string == "Savings", "\(figures)")
            }
            let listed = try await server.get("\(path)/transactions").json["data"]?.array ?? []
            #expect(!listed.isEmpty && listed.allSatisfy { $0["wallet_id"]?.string == id })
            let transfer = listed.first { $0["kind"]?.string == "transfer" }
            #expect(transfer?["to_id"]?.string == other && transfer?["to"]?.string == "Other")
            let deposit = #"{"kind":"transfer","asset":"ETH","quantity":"1","to":"\#(other ?? "")"}"#
            let receipt = try server.done(await server.post("\(path)/transactions", json: deposit)).json
            #expect(receipt["transactions"]?.array?.first?["wallet_id"]?.string == id)
            #expect(Set(receipt["effects"]?.array?.compactMap { $0["wallet_id"]?.string } ?? []) == [id, other ?? ""])
            let listedWallets = try await server.get("/v1/wallets").json["data"]?.array ?? []
            #expect(listedWallets.contains { $0["id"]?.string == id && $0["name"]?.string == "Savings" })
        }
    }

    @Test func aNameLikeAnIDAndOneThatHidesACharacterAreRefused() async throws {
        try await ServerUnderTest.run { server async throws in
            for name in ["w_0123456789abcdef", "..", "a/b", "a\u{202E}b", "a\u{2028}b"] {
                let answer = try await server.post("/v1/wallets", json: #"{"name":"\#(name)"}"#)
                #expect(answer.status == 422 && answer.json["code"]?.string == "bad-name", "\(answer.text)")
                #expect(answer.json["field"]?.string == "/name")
            }
        }
    }

    @Test func pagesOfWalletsLeadToTheNext() async throws {
        try await ServerUnderTest.run { server async throws in
            for name in ["c", "A", "b", "D", "e"] {
                try server.done(await server.post("/v1/wallets", json: #"{"name":"\#(name)"}"#))
            }
            var (names, path): ([String], String?) = ([], "/v1/wallets?limit=2")
            while let page = path {
                let answer = try await server.get(page)
                names += answer.json["data"]?.array?.compactMap { $0["name"]?.string } ?? []
                path = answer.json["next_cursor"]?.string.map { "/v1/wallets?limit=2&cursor=\($0)" }
            }
            #expect(names == ["A", "b", "c", "D", "e"])
        }
    }

    @Test func aWalletIsChangedOnlyAsItWasRead() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let tag = try #require(try await server.get("/v1/wallets/Main").header("ETag"))
            let changed = try await server.send(
                "PATCH", "/v1/wallets/main", body: #"{"name":"Savings","cost_basis":"average"}"#, headers: ["If-Match": tag])
            #expect(changed.status == 200, "\(changed.text)")
            #expect(changed.json["name"]?.string == "Savings")
            #expect(changed.json["cost_basis"]?.string == "average")
            let late = try await server.send(
                "PATCH", "/v1/wallets/Savings", body: #"{"name":"Third"}"#, headers: ["If-Match": tag])
            #expect(late.status == 412)
            #expect(late.json["code"]?.string == "changed-meanwhile")
            #expect(try await server.send("DELETE", "/v1/wallets/Savings", headers: ["If-Match": tag]).status == 412)
            let current = try #require(changed.header("ETag"))
            #expect(try await server.send("DELETE", "/v1/wallets/Savings", headers: ["If-Match": current]).status == 204)
        }
    }

    /// The Content-Type decides; the server does not guess from the bytes.
    @Test func aTransactionFileIsReadByItsType() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let csv = "time,kind,wallet,asset,quantity\n2025-02-01,deposit,Main,USD,5\n"
            let row = #"{"time":"2025-02-01","kind":"deposit","wallet":"Main","asset":"USD","quantity":"5"}"#
            for (type, body, status) in [
                ("text/csv", "[]", 422), ("text/csv", #"{"transactions":[]}"#, 422), ("application/json", csv, 422),
                ("application/json", #"{"transactions":{}}"#, 422), ("application/json", #"{"transactions":[],"more":1}"#, 422),
                ("text/plain", csv, 415),
                ("text/csv ; charset=utf-8", csv, 201),
                ("application/json", "[]", 200), ("application/json", "[\(row)]", 200),
                ("Application/JSON; charset=utf-8", #"{"transactions":[\#(row)]}"#, 200),
            ] {
                let answer = try await server.send(
                    "POST", "/v1/transactions/import", body: body, headers: ["Content-Type": type])
                #expect(answer.status == status, "\(type) \(body): \(answer.text)")
            }
        }
    }

    @Test func anImportIsPreviewedWithoutRecordingAnything() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.store([100], of: "bitcoin")
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let file = "time,kind,wallet,asset,quantity,to\n2025-02-28,transfer,Main,BTC,1,New\n2025-02-28,deposit,Main,BTC,2,\n"
            func send(_ path: String, _ body: String = file) async throws -> ServerUnderTest.Answer {
                try await server.send("POST", path, body: body, headers: ["Content-Type": "text/csv"])
            }
            let preview = try await send("/v1/transactions/import/preview?create=true&row_order=newest-first")
            #expect(preview.status == 200, "\(preview.text)")
            #expect(preview.json["preview"] == JSONValue.boolean(true) && preview.json["recorded"]?.integer == 0)
            #expect(preview.json["new"]?.integer == 2)
            #expect(preview.json["row_order"]?.string == "newest-first")
            #expect(preview.json["transactions"]?.array?.map { $0["value"]?.string } == ["200", nil])
            #expect(preview.json["transactions"]?.array?.map { $0["id"] == JSONValue.null } == [true, true])
            #expect(preview.json["prices"]?.array?.first?["price"]?.string == "100")
            #expect(try await server.get("/v1/wallets/New").status == 404)
            #expect(try await server.get("/v1/transactions/export").json["transactions"]?.array?.isEmpty == true)
            let done = try await send("/v1/transactions/import?create=true&row_order=newest-first")
            #expect(done.status == 201 && done.json["recorded"]?.integer == 2, "\(done.text)")
            // Only the id of the new wallet differs.
            let effects = [preview, done].map { $0.json["effects"]?.array?.map { $0.without("wallet_id") } }
            #expect(effects[0] == effects[1] && effects[0]?.count == 2)
            let again = try await send("/v1/transactions/import/preview?row_order=newest-first")
            #expect(again.json["new"]?.integer == 0 && again.json["known"]?.integer == 2, "\(again.text)")
            let early = try await send(
                "/v1/transactions/import",
                "time,kind,wallet,asset,quantity\n2025-03-02,deposit,Main,BTC,1\n1969-01-01,deposit,Main,BTC,1\n")
            #expect(early.status == 422 && early.json["problems"]?.array?.map { $0["line"]?.integer } == [2, 3], "\(early.text)")
            #expect(early.text.contains("2025-03-02 has not come yet") && early.text.contains("1969-01-01 is too early"))
        }
    }

    @Test func anImportAlsoRecordsDepositsOfMissingCashOnRequest() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let file = "time,kind,asset,quantity,cash\n2025-02-01,buy,BTC,1,100\n2025-02-02,buy,BTC,1,50.5\n"
            func send(_ path: String) async throws -> ServerUnderTest.Answer {
                try await server.send("POST", path, body: file, headers: ["Content-Type": "text/csv"])
            }
            let path = "/v1/transactions/import"
            let refused = try await send(path + "?wallet=Main")
            #expect(refused.status == 422 && refused.json["code"]?.string == "bad-rows", "\(refused.text)")
            #expect(refused.json["detail"]?.string?.matches(of: /deposit_missing_cash=true/).count == 1, "\(refused.text)")
            let preview = try await send(path + "/preview?wallet=Main&deposit_missing_cash=true")
            #expect(preview.status == 200 && preview.json["recorded"]?.integer == 0, "\(preview.text)")
            let done = try await send(path + "?wallet=Main&deposit_missing_cash=true")
            #expect(done.status == 201 && done.json["recorded"]?.integer == 4 && done.json["new"]?.integer == 2, "\(done.text)")
            for answer in [preview, done] {
                #expect(answer.json["deposit_count"]?.integer == 2 && answer.json["deposited"]?.string == "150.5", "\(answer.text)")
                let deposits = answer.json["deposits"]?.array ?? []
                #expect(deposits.map { $0["quantity"]?.string } == ["100", "50.5"], "\(answer.text)")
                #expect(deposits.map { $0["line"]?.integer } == [2, 3])
                let kinds = answer.json["transactions"]?.array?.map { $0["kind"]?.string }
                #expect(kinds == ["deposit", "buy", "deposit", "buy"], "\(answer.text)")
            }
            let again = try await send(path + "?wallet=Main&deposit_missing_cash=true")
            #expect(again.status == 200 && again.json["deposit_count"]?.integer == 0 && again.json["known"]?.integer == 2)
            #expect(try await server.get("/v1/wallets/Main/transactions").json["data"]?.array?.count == 4)
        }
    }

    /// The remedy in the answer is sent.
    @Test func rowsThatCannotBeReadAreLeftOutAsTheAnswerSays() async throws {
        try await ServerUnderTest.run { server async throws in
            func send(_ path: String, _ file: String) async throws -> ServerUnderTest.Answer {
                try await server.send(
                    "POST", "/v1/transactions/import" + path, body: file, headers: ["Content-Type": "text/csv"])
            }
            let file =
                "User_ID,UTC_Time,Account,Operation,Coin,Change,Remark\n1,2025-02-01 10:00:00,Spot,Deposit,NOSUCH,1,\n"
                + "1,2025-02-02 10:00:00,Spot,Deposit,EUR,2,\n"
            let refused = try await send("?wallet=Main&create=true", file)
            #expect(refused.status == 422 && refused.json["code"]?.string == "bad-rows", "\(refused.text)")
            let detail = refused.json["detail"]?.string ?? ""
            let remedy = try #require(detail.firstMatch(of: /leave_out_unreadable=true/)).output
            let done = try await send("?wallet=Main&create=true&\(remedy)", file)
            #expect(done.json["left_out"]?.array?.map { $0["lines"]?.array?.map(\.integer) } == [[2]], "\(done.text)")
            #expect(done.json["recorded"]?.integer == 1, "\(done.text)")
            let table = try await send("?wallet=Main&form=columns", "Date,Type,Coin,Amount\n2025-02-02,Deposit,EUR,many\n")
            #expect(table.status == 422 && table.text.contains("leave_out_unreadable=true"), "\(table.text)")
            let nowhere = try await send("", file)
            #expect(nowhere.status == 422 && nowhere.json["field"]?.string == "wallet", "\(nowhere.text)")
        }
    }

    @Test func anImportReadsFilesOfOtherPrograms() async throws {
        try await ServerUnderTest.run { server async throws in
            func send(_ path: String, _ file: String) async throws -> ServerUnderTest.Answer {
                try await server.send(
                    "POST", "/v1/transactions/import" + path, body: file, headers: ["Content-Type": "text/csv"])
            }
            let coinbase =
                "ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,"
                + "Total (inclusive of fees and/or spread),Fees and/or Spread,Notes\n"
                + "a1,2025-02-01 10:00:00 UTC,Buy,BTC,0.02,USD,$50000,$1000,$1010,$10,Bought\n"
                + "a2,2025-02-02 10:00:00 UTC,Staking Transfer,BTC,-0.02,USD,$50000,-$1000,-$1000,$0,\n"
                + "a3,2025-02-03 10:00:00 UTC,Send,BTC,-0.0101,USD,$50000,-$505,-$505,$0,Sent\n"
            let options = "?wallet=Coinbase&create=true&deposit_missing_cash=true"
            let preview = try await send("/preview" + options, coinbase)
            #expect(preview.status == 200 && preview.json["form"]?.string == "coinbase", "\(preview.text)")
            #expect(preview.json["left_out"]?.array?.map { $0["why"]?.string } == ["it stays in the account"], "\(preview.text)")
            #expect(try await send(options, coinbase).status == 201)
            #expect(try await send(options, coinbase).status == 200)
            let kraken =
                "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\n"
                + "L1,R1,2025-02-03 10:40:00,deposit,,currency,XXBT,0.01,0,0.01\n"
            let done = try await send("?wallet=Kraken&create=true&match_transfers=true", kraken)
            #expect(done.json["transfers"]?.array?.map { $0["from"]?.string } == ["Coinbase"], "\(done.text)")
            let rows = try await server.get("/v1/transactions/export").json["transactions"]?.array ?? []
            #expect(rows.map { $0["kind"]?.string } == ["deposit", "buy", "transfer"], "\(rows)")
            let unknown = try await send("?wallet=Kraken", "Foo,Bar\n1,2\n")
            #expect(unknown.status == 422 && unknown.json["code"]?.string == "bad-rows", "\(unknown.text)")
            #expect(unknown.text.contains("parameter map") && !unknown.text.contains("--map"), "\(unknown.text)")
            let map =
                "%7B%22columns%22:%7B%22time%22:%22Foo%22,%22coin%22:%22Bar%22,%22amount%22:%22Baz%22%7D,"
                + "%22other%22:%22deposit%22%7D"
            let mapped = try await send("?wallet=Kraken&map=\(map)", "Foo,Bar,Baz\n2025-02-04,ETH,2\n")
            #expect(mapped.status == 201 && mapped.json["recorded"]?.integer == 1, "\(mapped.text)")
            let bad = try await send("?wallet=Kraken&map=%7B%7D", "Foo,Bar,Baz\n2025-02-04,ETH,2\n")
            #expect(bad.status == 422 && bad.json["code"]?.string == "bad-form", "\(bad.text)")
            #expect(bad.json["field"]?.string == "map", "\(bad.text)")
            let both = try await send("?wallet=Kraken&form=coinbase&map=\(map)", "Foo,Bar,Baz\n2025-02-04,ETH,2\n")
            #expect(both.status == 422 && both.json["code"]?.string == "form-and-map", "\(both.text)")
            let nonsense = try await send("?wallet=Kraken&form=nonsense", coinbase)
            #expect(nonsense.status == 422 && nonsense.json["code"]?.string == "invalid-value", "\(nonsense.text)")
            #expect(nonsense.json["field"]?.string == "form", "\(nonsense.text)")
            #expect(nonsense.json["accepted"]?.string?.hasSuffix("closecast, columns") == true, "\(nonsense.text)")
        }
    }

    @Test func aPreviewShowsTradesWhoseValueIsUnknown() async throws {
        try await ServerUnderTest.run { server async throws in
            let file =
                "txid,refid,time,type,subtype,aclass,asset,amount,fee,balance\nL0,R0,2025-02-01 10:00:00,deposit,,currency,XETH,1,0,1\n"
                + "L1,R1,2025-02-02 10:00:00,trade,,currency,XETH,-0.5,0,0\nL2,R1,2025-02-02 10:00:00,trade,,currency,XLTC,9,0,0\n"
            func send(_ path: String) async throws -> ServerUnderTest.Answer {
                try await server.send(
                    "POST", "/v1/transactions/import\(path)?wallet=Kraken&create=true", body: file,
                    headers: ["Content-Type": "text/csv"])
            }
            let preview = try await send("/preview")
            #expect(preview.status == 200, "\(preview.text)")
            let unknown = try #require(preview.json["unknown_values"]?.array)
            #expect(unknown.map { $0["coins"]?.array } == [[.string("ETH"), .string("LTC")]], "\(preview.text)")
            #expect(unknown.map { $0["days"]?.array } == [[.string("2025-02-02")]], "\(preview.text)")
            #expect(
                preview.json["transactions"]?.array?.map { $0["value_unknown"]?.string } == [
                    nil, "no close of ETH or LTC on 2025-02-02",
                ], "\(preview.text)")
            let refused = try await send("")
            #expect(refused.status == 422 && refused.json["code"]?.string == "bad-rows", "\(refused.text)")
            #expect(refused.text.contains("PUT /v1/assets/ETH/history") && refused.text.contains("leave_out_unreadable=true"))
        }
    }

    @Test func incomeIsCountedAtMarketValueOnRequest() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.store([100], of: "bitcoin")
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            for body in [
                #"{"kind":"income","asset":"BTC","quantity":"0.5","time":"2025-02-28","at_market":true}"#,
                #"{"kind":"income","asset":"BTC","quantity":"0.5","time":"2025-02-28","value":"7"}"#,
                #"{"kind":"income","asset":"BTC","quantity":"0.5","time":"2025-02-28"}"#,
            ] { try server.done(await server.post("/v1/wallets/Main/transactions", json: body)) }
            let rows = try await server.get("/v1/transactions/export").json["transactions"]?.array ?? []
            #expect(rows.map { $0["at_market"] == JSONValue.boolean(true) } == [true, true, false])
            #expect(rows.map { $0["value"]?.string } == ["50", "7", "50"])
            let gains = try await server.get("/v1/wallets/Main/gains").json
            #expect(gains["lots"]?.array?.map { $0["cost"]?.string } == ["50", "7", "0"], "\(gains)")
            let unpriced = try await server.post(
                "/v1/wallets/Main/transactions",
                json: #"{"kind":"income","asset":"BTC","quantity":"0.5","time":"2025-02-01","at_market":true}"#)
            #expect(unpriced.status == 422 && unpriced.json["code"]?.string == "no-price", "\(unpriced.text)")
        }
    }

    /// A key does not permit overwriting changes made after the tag.
    @Test func aWriteWithAKeyIsBoundToItsTagToo() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let tag = try #require(try await server.get("/v1/wallets/Main").header("ETag"))
            let deposit = #"{"kind":"deposit","asset":"USD","quantity":"5"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: deposit))
            let rename = #"{"name":"Savings"}"#
            let headers = ["If-Match": tag, "Idempotency-Key": "one"]
            #expect(try await server.send("PATCH", "/v1/wallets/Main", body: rename, headers: headers).status == 412)
            let removal = ["If-Match": tag, "Idempotency-Key": "two"]
            let refused = try await server.send("DELETE", "/v1/wallets/Main?with_holdings=true", headers: removal)
            #expect(refused.status == 412, "\(refused.text)")
            // The first answer is returned, whatever the current tag is.
            let current = try #require(try await server.get("/v1/wallets/Main").header("ETag"))
            for _ in 0..<2 {
                let renamed = try await server.send(
                    "PATCH", "/v1/wallets/Main", body: rename, headers: ["If-Match": current, "Idempotency-Key": "three"])
                #expect(renamed.status == 200, "\(renamed.text)")
            }
            #expect(
                try await server.send("DELETE", "/v1/wallets/Savings?with_holdings=true", headers: ["If-Match": "*"]).status == 204)
        }
    }

    /// Database text ends at U+0000: the rest would be lost, and a key of only that character would be empty.
    @Test func textsThatTheDatabaseWouldCutAreRefused() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            func row(_ more: String) -> String {
                #"{"transactions":[{"time":"2025-02-01","kind":"deposit","wallet":"Main","asset":"USD","quantity":"5",\#(more)}]}"#
            }
            for (path, body, status, field) in [
                (
                    "/v1/wallets/Main/transactions", #"{"kind":"deposit","asset":"USD","quantity":"1","note":"a\u0000b"}"#, 422,
                    "/note"
                ),
                ("/v1/transactions/import", row(#""note":"a\u0000b""#), 422, "body"),
                ("/v1/transactions/import", row(#""key":"\u0000a""#), 422, "body"),
                (
                    "/v1/transactions/import",
                    #"{"transactions":[{"time":"2025-02-01","kind":"deposit","wallet":"Main\u0000x","asset":"USD","quantity":"5"}]}"#,
                    422,
                    "body"
                ),
                ("/v1/wallets", #"{"name":"a\u0000b"}"#, 422, "/name"),
                ("/v1/assets", #"{"ticker":"NUL","name":"a\u0000b"}"#, 422, "/name"),
                ("/v1/assets", #"{"ticker":"NUL","providers":{"kraken":"a\u0000b"}}"#, 422, "/providers/kraken"),
            ] {
                let answer = try await server.post(path, json: body)
                #expect(answer.status == status && answer.json["field"]?.string == field, "\(body): \(answer.text)")
            }
            #expect(try await server.get("/v1/wallets/Main/transactions").json["data"]?.array == [])
        }
    }

    @Test func aRefusedFileMakesNoWallets() async throws {
        try await ServerUnderTest.run { server async throws in
            let path = "/v1/transactions/import?create=true"
            let header = "time,kind,wallet,asset,quantity\n2025-02-01,deposit,One,USD,5\n"
            for last in ["2025-02-01,withdrawal,Two,USD,5", "2025-02-01,deposit,Two,USD,x"] {
                let refused = try await server.send("POST", path, body: header + last, headers: ["Content-Type": "text/csv"])
                #expect(refused.status == 422 || refused.status == 409, "\(refused.text)")
                #expect(try await server.get("/v1/wallets").json["data"]?.array == [])
            }
            let taken = try await server.send("POST", path, body: header, headers: ["Content-Type": "text/csv"])
            #expect(taken.json["recorded"]?.integer == 1, "\(taken.text)")
            #expect(try await server.get("/v1/wallets").json["data"]?.array?.count == 1)
        }
    }

    /// Each row: a request, and the status, code and field of its refusal.
    @Test func anErrorNamesTheProblem() async throws {
        let cases: [(String, String, String?, Int, String, String)] = [
            ("POST", "/v1/wallets", #"{"name":"main"}"#, 409, "wallet-exists", "/name"),
            ("POST", "/v1/wallets", #"{"name":" x"}"#, 422, "bad-name", "/name"),
            ("POST", "/v1/wallets", #"{"name":"x","cost_basis":"best"}"#, 422, "invalid-value", "/cost_basis"),
            ("POST", "/v1/wallets", #"{}"#, 400, "missing-value", "/name"),
            ("GET", "/v1/wallets/Nobody", nil, 404, "no-such-wallet", "wallet"),
            ("GET", "/v1/wallets/Main/valuation?on=2999-01-01", nil, 422, "not-yet", "on"),
            ("GET", "/v1/wallets/Main/gains?on=2999-01-01", nil, 422, "not-yet", "on"),
            ("GET", "/v1/portfolio/realized-gains?on=2999-01-01", nil, 422, "not-yet", "on"),
            ("GET", "/v1/wallets/Main/realized-gains?time_zone=Berlin", nil, 422, "unknown-time-zone", "time_zone"),
            ("PATCH", "/v1/wallets/Nobody", #"{"name":"x"}"#, 404, "no-such-wallet", "wallet"),
            ("PATCH", "/v1/wallets/Main", #"{"name":"Other"}"#, 409, "wallet-exists", "/name"),
            ("DELETE", "/v1/wallets/Nobody", nil, 404, "no-such-wallet", "wallet"),
            ("DELETE", "/v1/wallets/Main", nil, 409, "wallet-not-empty", "with_holdings"),
            ("POST", "/v1/wallets/Main/restoration", nil, 409, "wallet-not-deleted", "wallet"),
            ("POST", "/v1/wallets/Nobody/restoration", nil, 404, "no-such-wallet", "wallet"),
            ("GET", "/v1/wallets/Main/valuation?on=2025-13-01", nil, 422, "invalid-value", "on"),
            ("GET", "/v1/wallets/Main/gains?method=best", nil, 422, "invalid-value", "method"),
            ("GET", "/v1/wallets/Main/value?since=2025-02-28&until=2025-02-27", nil, 422, "bad-range", "since"),
            ("GET", "/v1/wallets/Main/value?since=1000-01-01&until=9999-01-01", nil, 422, "too-many-days", "until"),
            ("GET", "/v1/wallets/Main/transactions?asset=NOSUCH", nil, 404, "unknown-asset", "asset"),
            ("GET", "/v1/wallets/Main/transactions?kind=gift", nil, 422, "invalid-value", "kind"),
            ("GET", "/v1/wallets/Main/transactions?cursor=3a", nil, 422, "unknown-cursor", "cursor"),
            ("GET", "/v1/transactions/4711", nil, 404, "no-such-transaction", "transaction"),
            ("GET", "/v1/transactions/0", nil, 404, "not-found", "transaction"),
            ("POST", "/v1/transactions/4711/correction", nil, 404, "no-such-transaction", "transaction"),
            ("POST", "/v1/transactions/1/correction", nil, 409, "insufficient", "transaction"),
            ("POST", "/v1/transactions/10/correction", nil, 409, "already-corrected", "transaction"),
            ("POST", "/v1/transactions/11/correction", nil, 409, "already-corrected", "transaction"),
            ("DELETE", "/v1/investments?ids=1", nil, 404, "no-such-investment", "ids"),
            ("DELETE", "/v1/investments", nil, 400, "missing-value", "ids"),
            ("POST", "/v1/investments", #"{"asset":"USD","quantity":"1","price":"1"}"#, 422, "cash-for-cash", "/asset"),
        ]
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            for (method, path, body, status, code, field) in cases {
                let answer = try await server.send(method, path, body: body)
                #expect(answer.status == status, "\(method) \(path): \(answer.text)")
                #expect(answer.json["code"]?.string == code, "\(method) \(path): \(answer.text)")
                #expect(answer.json["field"]?.string == field, "\(method) \(path): \(answer.text)")
            }
        }
    }

    @Test func aDeletedWalletIsRestored() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let before = try await server.get("/v1/wallets/Main")
            let path = "/v1/wallets/\(try #require(before.json["id"]?.string))"
            let key = ["Idempotency-Key": "restore"]
            try server.done(await server.send("DELETE", "\(path)?with_holdings=true"))
            try server.done(await server.post("/v1/wallets", json: #"{"name":"MAIN"}"#))
            let refused = try await server.send("POST", "\(path)/restoration")
            #expect(refused.status == 409 && refused.json["code"]?.string == "wallet-exists", "\(refused.text)")
            #expect(refused.json["field"]?.string == "wallet" && refused.json["value"]?.string == #""MAIN""#, "\(refused.text)")
            try server.done(await server.send("PATCH", "/v1/wallets/MAIN", body: #"{"name":"Third"}"#))
            for attempt in 0..<2 {
                let restored = try await server.send("POST", "\(path)/restoration", headers: key)
                #expect(restored.status == 200 && restored.body == before.body, "\(restored.text)")
                #expect(restored.header("ETag") == before.header("ETag"))
                #expect((restored.header("Idempotency-Replayed") == "true") == (attempt == 1))
            }
            #expect(try await server.get(path).body == before.body)
        }
    }

    @Test func completedWorkIsNotRepeated() async throws {
        try await ServerUnderTest.run { server async throws in
            let body = #"{"name":"Main","allows_negative":true}"#
            let key = ["Idempotency-Key": "one"]
            let first = try server.done(await server.post("/v1/wallets", json: body, headers: key))
            let again = try await server.post("/v1/wallets", json: body, headers: key)
            #expect(again.status == 201, "\(again.text)")
            #expect(again.body == first.body)
            #expect(again.header("Idempotency-Replayed") == "true" && again.header("Location") == first.header("Location"))
            // Another wallet of that name is still a conflict.
            #expect(
                try await server.post("/v1/wallets", json: #"{"name":"Main"}"#, headers: ["Idempotency-Key": "two"]).status == 409)

            let rename = #"{"name":"Savings"}"#
            try server.done(await server.send("PATCH", "/v1/wallets/Main", body: rename, headers: ["Idempotency-Key": "three"]))
            let renamed = try await server.send(
                "PATCH", "/v1/wallets/Main", body: rename, headers: ["Idempotency-Key": "three"])
            #expect(renamed.status == 200, "\(renamed.text)")
            #expect(renamed.json["name"]?.string == "Savings" && renamed.header("Idempotency-Replayed") == "true")

            try server.done(await server.send("DELETE", "/v1/wallets/Savings", headers: ["Idempotency-Key": "four"]))
            #expect(try await server.send("DELETE", "/v1/wallets/Savings", headers: ["Idempotency-Key": "four"]).status == 204)
        }
    }
}
