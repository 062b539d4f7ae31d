import JSONText
import Ledger
import Market
import ServerWorld
import Testing

@Suite(.serialized) struct OrderRouteTests {
    @Test func aPreviewShowsTheEffectOfTheOrderAndStoresNothing() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let before = try await server.get("/v1/wallets/Main")
            let order = #"{"kind":"buy","asset":"BTC","cash":"50","note":"more"}"#
            let preview = try await server.post("/v1/wallets/Main/transactions/preview", json: order)
            #expect(preview.status == 200, "\(preview.text)")
            #expect(preview.json["preview"] == .boolean(true))
            #expect(preview.json["transactions"]?.array?.first?["id"] == .null)
            #expect(try await server.get("/v1/wallets/Main").body == before.body)
            let done = try await server.post("/v1/wallets/Main/transactions", json: order)
            #expect(done.status == 201)
            #expect(done.json["effects"] == preview.json["effects"])
            #expect(done.json["prices"] == preview.json["prices"])
            // 50 USD at 250 USD, exactly.
            #expect(done.json["transactions"]?.array?.first?["quantity"]?.string == "0.2")
        }
    }

    @Test func whatIsPostedAsAKindIsListedAsThatKind() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            func ids(_ query: String) async throws -> [Int] {
                let answer = try await server.get("/v1/wallets/Main/transactions?\(query)")
                return answer.json["data"]?.array?.compactMap { $0["id"]?.integer } ?? []
            }
            #expect(try await ids("kind=buy") == [3, 2])
            #expect(try await ids("kind=deposit") == [10, 7, 1])
            #expect(try await ids("kind=correction") == [11])
            #expect(try await ids("asset=ETH") == [8, 7])
            #expect(try await ids("asset=ETH&kind=transfer") == [8])
            #expect(try await ids("since=2025-02-27&until=2025-02-27") == [8, 6, 5])
            #expect(try await ids("until=2025-02-24") == [2, 1])
            #expect(try await ids("since=2025-03-01") == [])
        }
    }

    @Test func pagesOfTransactionsAreTheWholeInPieces() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let all = try await server.get("/v1/wallets/Main/transactions").json["data"]?.array ?? []
            #expect(all.count == 11)
            for limit in [1, 2, 5, 11] {
                var (seen, path): ([JSONValue], String?) = ([], "/v1/wallets/Main/transactions?limit=\(limit)")
                while let page = path {
                    let answer = try await server.get(page)
                    seen += answer.json["data"]?.array ?? []
                    path = answer.json["next_cursor"]?.string.map { "/v1/wallets/Main/transactions?limit=\(limit)&cursor=\($0)" }
                }
                #expect(seen == all, "limit \(limit)")
            }
        }
    }

    /// Each row: an order, and the status, code and field of its refusal.
    @Test func aRefusedOrderNamesTheProblemAndRecordsNothing() async throws {
        let cases: [(String, Int, String, String?)] = [
            (#"{"kind":"withdrawal","asset":"BTC","quantity":"99"}"#, 409, "insufficient", "/quantity"),
            (#"{"kind":"withdrawal","asset":"USD","quantity":"901","time":"2025-02-24"}"#, 409, "insufficient", "/quantity"),
            (#"{"kind":"deposit","asset":"NOSUCH","quantity":"1"}"#, 422, "unknown-asset", "/asset"),
            (#"{"kind":"deposit","asset":"BTC","quantity":"0"}"#, 422, "invalid-value", "/quantity"),
            (#"{"kind":"deposit","asset":"BTC","quantity":0}"#, 422, "invalid-value", "/quantity"),
            (#"{"kind":"deposit","asset":"BTC","quantity":0.1234567890123456789}"#, 422, "invalid-value", "/quantity"),
            (#"{"kind":"deposit","asset":"BTC","quantity":1e-19}"#, 422, "invalid-value", "/quantity"),
            (#"{"kind":"deposit","asset":"BTC","quantity":1e41}"#, 422, "invalid-value", "/quantity"),
            (#"{"kind":"deposit","asset":"BTC","quantity":"1e3"}"#, 422, "invalid-value", "/quantity"),
            (#"{"kind":"deposit","asset":"BTC","quantity":"1.1234567890123456789"}"#, 422, "invalid-value", "/quantity"),
            (#"{"kind":"deposit","asset":"BTC","quantity":"1","cost":"-1"}"#, 422, "invalid-value", "/cost"),
            (#"{"kind":"deposit","asset":"USD","quantity":"1","cost":"2"}"#, 422, "wrong-value", "/cost"),
            (#"{"kind":"deposit","asset":"BTC","quantity":"1","price":"2"}"#, 400, "unknown-member", "/price"),
            (#"{"kind":"deposit","asset":"BTC"}"#, 400, "missing-value", "/quantity"),
            (#"{"kind":"gift","asset":"BTC","quantity":"1"}"#, 422, "invalid-value", "/kind"),
            (#"{"kind":"deposit","asset":"BTC","quantity":"1","label":"staking"}"#, 422, "invalid-value", "/label"),
            (#"{"kind":"fee","asset":"BTC","quantity":"0.1","label":"gift"}"#, 400, "unknown-member", "/label"),
            (
                #"{"kind":"withdrawal","asset":"BTC","quantity":"0.1","value":"3","label":"loss"}"#, 422, "loss-with-value",
                "/value"
            ),
            (#"{"kind":"buy","asset":"BTC"}"#, 422, "quantity-or-cash", "/quantity"),
            (#"{"kind":"buy","asset":"BTC","quantity":"1","cash":"1","price":"1"}"#, 422, "quantity-or-cash", "/quantity"),
            (
                #"{"kind":"income","asset":"BTC","quantity":"1","at_market":true,"look_up_value":false}"#, 422, "invalid-value",
                "/look_up_value"
            ),
            (#"{"kind":"income","asset":"BTC","quantity":"1","value":"0"}"#, 422, "bad-amount", "/value"),
            (#"{"kind":"buy","asset":"BTC","quantity":"1","look_up_value":false}"#, 400, "unknown-member", "/look_up_value"),
            (#"{"kind":"buy","asset":"USD","quantity":"1"}"#, 422, "cash-for-cash", "/asset"),
            (#"{"kind":"buy","asset":"BTC","quantity":"1","time":"2025-02-20"}"#, 422, "no-price", "/price"),
            (#"{"kind":"buy","asset":"BTC","quantity":"1","price":"0"}"#, 422, "invalid-value", "/price"),
            (#"{"kind":"sell","asset":"BTC","quantity":"1","price":"-1"}"#, 422, "invalid-value", "/price"),
            (#"{"kind":"sell","asset":"BTC","cash":"1","price":"0"}"#, 422, "bad-price", "/price"),
            (#"{"kind":"withdrawal","asset":"BTC","quantity":"1","value":"-1"}"#, 422, "invalid-value", "/value"),
            (
                #"{"kind":"buy","asset":"BTC","cash":"0.000000000000000001","price":"999999999"}"#, 422, "bad-amount",
                "/quantity"
            ),
            (
                #"{"kind":"buy","asset":"BTC","quantity":"999999999999999999","price":"999999999999999999"}"#, 422,
                "amount-too-large",
                nil
            ),
            (#"{"kind":"transfer","asset":"BTC","quantity":"0.1","to":"Main"}"#, 422, "same-wallet", "/to"),
            (#"{"kind":"transfer","asset":"BTC","quantity":"0.1","to":"Nobody"}"#, 422, "no-such-wallet", "/to"),
            (#"{"kind":"fee","asset":"BTC","quantity":"0.1","time":"2025-03-02"}"#, 422, "not-yet", "/time"),
            (#"{"kind":"fee","asset":"BTC","quantity":"0.1","time":"yesterday"}"#, 422, "invalid-value", "/time"),
            (#"{"kind":"fee","asset":"BTC","quantity":"0.1","time":"1969-12-31"}"#, 422, "bad-time", "/time"),
            (
                #"{"kind":"set","holdings":[{"asset":"BTC","quantity":"1"},{"asset":"bitcoin","quantity":"2"}]}"#, 422,
                "repeated-asset", "/holdings/1/asset"
            ),
            (#"{"kind":"set","holdings":[{"asset":"BTC","quantity":"-1"}]}"#, 422, "invalid-value", "/holdings/0/quantity"),
            (#"{"kind":"set","holdings":[]}"#, 422, "invalid-value", "/holdings"),
            (#"[1]"#, 422, "invalid-value", ""), (#"{"kind":"#, 400, "malformed-json", "body"),
        ]
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let before = try await server.get("/v1/wallets/Main/transactions")
            for (body, status, code, field) in cases {
                for path in ["/v1/wallets/Main/transactions", "/v1/wallets/Main/transactions/preview"] {
                    let answer = try await server.post(path, json: body)
                    // A shortage at a past moment is found when the order is recorded.
                    if path.hasSuffix("preview"), body.contains("901") { continue }
                    #expect(answer.status == status, "\(path) \(answer.text)")
                    #expect(answer.json["code"]?.string == code, "\(path) \(answer.text)")
                    #expect(answer.json["field"]?.string == field, "\(path) \(answer.text)")
                }
                #expect(try await server.get("/v1/wallets/Main/transactions").body == before.body)
            }
        }
    }

    @Test func aNoteOfTooManyBytesIsRefused() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let note = String(repeating: "ü", count: 1500)
            let answer = try await server.post(
                "/v1/wallets/Main/transactions", json: #"{"kind":"deposit","asset":"USD","quantity":"1","note":"\#(note)"}"#)
            #expect(answer.status == 422)
            #expect(answer.json["code"]?.string == "note-too-long")
        }
    }

    @Test func aCoinOfUnknownCostIsNamed() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let answer = try await server.post(
                "/v1/wallets/Main/transactions", json: #"{"kind":"deposit","asset":"LTC","quantity":"3"}"#)
            #expect(answer.status == 201, "\(answer.text)")
            #expect(answer.json["unknown_costs"]?.array == [.string("litecoin")])
        }
    }

    @Test func coinsAndCashAreRecordedAsGivenAndAnUnknownValueStaysUnknown() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            for (order, members) in [
                (#""kind":"buy","asset":"BTC","quantity":"3","cash":"0.01""#, ["quantity": "3", "cash": "0.01"]),
                (#""kind":"sell","asset":"BTC","quantity":"3","cash":"0.01""#, ["quantity": "3", "cash": "0.01"]),
                (#""kind":"deposit","asset":"BTC","quantity":"1","look_up_value":false"#, ["quantity": "1"]),
                (#""kind":"deposit","asset":"BTC","quantity":"1","look_up_value":false,"cost":"7""#, ["value": "7"]),
                (#""kind":"deposit","asset":"BTC","quantity":"1","look_up_value":true"#, ["value": "250"]),
                (#""kind":"withdrawal","asset":"BTC","quantity":"1","look_up_value":false"#, ["quantity": "1"]),
                (#""kind":"income","asset":"BTC","quantity":"1","look_up_value":false"#, ["quantity": "1"]),
                (#""kind":"income","asset":"BTC","quantity":"1","at_market":false,"value":"7""#, ["value": "7"]),
            ] {
                let body = #"{\#(order),"time":"2025-02-28T12:00:00Z"}"#
                for attempt in 0..<2 {
                    // The journal, too, recognizes the order.
                    _ = try await server.database.purgeIdempotency(startedBefore: .max)
                    let answer = try await server.post(
                        "/v1/wallets/Main/transactions", json: body, headers: ["Idempotency-Key": order])
                    #expect(answer.status == 201, "\(order): \(answer.text)")
                    #expect(answer.header("Idempotency-Replayed") == (attempt == 0 ? nil : "true"))
                    let row = try #require(answer.json["transactions"]?.array?.first)
                    for (name, value) in members { #expect(row[name]?.string == value, "\(order): \(answer.text)") }
                    if members["value"] == nil { #expect(row["value"] == nil, "\(order)") }
                    #expect(row["at_market"] == nil)
                }
            }
        }
    }

    @Test func anOrderTakesThePlaceOfATransactionThatIsThenNotRestored() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let path = "/v1/wallets/Main/transactions"
            let purchase = #"{"kind":"buy","asset":"BTC","cash":"50","price":"100","deposit_missing_cash":true"#
            try server.done(await server.post(path, json: purchase + "}"))
            let larger = #"{"kind":"buy","asset":"BTC","cash":"80","price":"100","replaces":2"#
            #expect(try await server.post(path, json: larger + "}").status == 409)
            let preview = try await server.post(path + "/preview", json: larger + #","deposit_missing_cash":true}"#)
            #expect(preview.status == 200, "\(preview.text)")
            let done = try await server.post(path, json: larger + #","deposit_missing_cash":true}"#)
            #expect(done.status == 201 && done.json["effects"] == preview.json["effects"], "\(done.text)")
            let rows = done.json["transactions"]?.array ?? []
            #expect(rows.map { $0["quantity"]?.string } == ["30", "0.8"])
            let refused = try await server.post("/v1/restorations", json: #"{"transactions":[2]}"#)
            #expect(refused.status == 409 && refused.json["code"]?.string == "replaced", "\(refused.text)")
            let replacement = try #require(rows.last?["id"]?.integer)
            #expect(refused.json["detail"]?.string?.contains("replaced by transaction \(replacement)") == true)
        }
    }

    @Test func anOrderIsRecordedOnceForAKey() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let path = "/v1/wallets/Main/transactions"
            let key = ["Idempotency-Key": "order-1"]
            for body in [
                #"{"kind":"deposit","asset":"USD","quantity":"12"}"#,
                #"{"kind":"set","holdings":[{"asset":"BTC","quantity":"3"},{"asset":"ETH","quantity":"9"}]}"#,
            ] {
                _ = try await server.database.purgeIdempotency(startedBefore: .max)
                let key = body.contains("holdings") ? ["Idempotency-Key": "order-2"] : key
                let first = try await server.post(path, json: body, headers: key)
                #expect(first.status == 201, "\(first.text)")
                let replayed = try await server.post(path, json: body, headers: key)
                #expect(replayed.body == first.body)
                #expect(replayed.header("Idempotency-Replayed") == "true" && first.header("Idempotency-Replayed") == nil)
                let wallet = try await server.get("/v1/wallets/Main")
                // After a day the key is forgotten, except by the journal. The clock has moved on: the order stays as it was recorded.
                server.clock.advance(by: 60)
                _ = try await server.database.purgeIdempotency(startedBefore: .max)
                let late = try await server.post(path, json: body, headers: key)
                #expect(late.status == 201 && late.header("Idempotency-Replayed") == "true", "\(late.text)")
                #expect(late.body == first.body, "the same receipt")
                #expect(try await server.get("/v1/wallets/Main").body == wallet.body)
            }
        }
    }

    @Test func aRefusalIsRepeatedForItsKeyEvenIfItCouldBeDoneMeanwhile() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let path = "/v1/wallets/Main/transactions"
            let body = #"{"kind":"withdrawal","asset":"USD","quantity":"5"}"#
            let first = try await server.post(path, json: body, headers: ["Idempotency-Key": "one"])
            #expect(first.status == 409 && first.json["code"]?.string == "insufficient", "\(first.text)")
            #expect(first.header("Idempotency-Replayed") == nil)
            try server.done(await server.post(path, json: #"{"kind":"deposit","asset":"USD","quantity":"9"}"#))
            let again = try await server.post(path, json: body, headers: ["Idempotency-Key": "one"])
            #expect(again.status == 409 && again.body == first.body, "\(again.text)")
            #expect(again.header("Idempotency-Replayed") == "true")
            #expect(again.header("Content-Type") == "application/problem+json")
            #expect(try await server.post(path, json: body, headers: ["Idempotency-Key": "two"]).status == 201)
            // Requests refused before the handler do not use up the key.
            let bad = try await server.post(path, json: #"{"kind":"gift"}"#, headers: ["Idempotency-Key": "three"])
            #expect(bad.status == 422)
            #expect(
                try await server.post(path, json: body.replacing("5", with: "1"), headers: ["Idempotency-Key": "three"]).status
                    == 201)
        }
    }

    /// The user's own values are part of an order: the same key with another time, price, cost or note is another request.
    @Test(arguments: [
        (#"{"kind":"deposit","asset":"BTC","quantity":"1","cost":"5","time":"2025-02-26"}"#, #""time":"2025-02-27""#),
        (#"{"kind":"deposit","asset":"BTC","quantity":"1","cost":"5","time":"2025-02-26"}"#, #""cost":"6""#),
        (#"{"kind":"deposit","asset":"BTC","quantity":"1","cost":"5","time":"2025-02-26"}"#, #""note":"x""#),
        (
            #"{"kind":"set","holdings":[{"asset":"BTC","quantity":"7"}],"time":"2025-02-26"}"#,
            #""holdings":[{"asset":"BTC","quantity":"8"}]"#
        ),
        (
            #"{"kind":"set","holdings":[{"asset":"BTC","quantity":"7"}],"time":"2025-02-26"}"#,
            #""holdings":[{"asset":"BTC","quantity":"7"},{"asset":"ETH","quantity":"7"}]"#
        ),
    ])
    func aKeyIsPermanentlyBoundToOneOrder(body: String, change: String) async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let (path, key) = ("/v1/wallets/Main/transactions", ["Idempotency-Key": "k"])
            try server.done(await server.post(path, json: body, headers: key))
            let before = try await server.get("/v1/wallets/Main")
            _ = try await server.database.purgeIdempotency(startedBefore: .max)
            let name = change.split(separator: ":")[0]
            var members = try #require(try JSONValue(parsing: Array(body.utf8)).members)
            let new = try #require(try JSONValue(parsing: Array("{\(change)}".utf8)).members?.first)
            members.removeAll { "\"\($0.key)\"" == name }
            members.append(new)
            var writer = JSONWriter()
            writer.value(.object(members))
            let answer = try await server.post(path, json: String(decoding: writer.bytes, as: UTF8.self), headers: key)
            #expect(answer.status == 422 && answer.json["code"]?.string == "key-reused", "\(answer.text)")
            #expect(try await server.get("/v1/wallets/Main").body == before.body)
        }
    }

    @Test func numbersAreTakenDigitByDigitAndMomentsInAnyZone() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let path = "/v1/wallets/Main/transactions"
            for (number, text) in [
                ("0.1", "0.1"), ("123456789.123456789012345678", "123456789.123456789012345678"), ("1e-18", "0.000000000000000001"),
                ("1.5E3", "1500"), ("7", "7"),
            ] {
                let body = #"{"kind":"deposit","asset":"ETH","quantity":\#(number),"cost":1}"#
                let answer = try await server.post(path, json: body)
                #expect(answer.status == 201, "\(answer.text)")
                #expect(answer.json["transactions"]?.array?.first?["quantity"]?.string == text)
            }
            for (time, utc) in [
                ("2025-02-20T01:30:00+02:00", "2025-02-19T23:30:00Z"), ("2025-02-20T14:30:00Z", "2025-02-20T14:30:00Z"),
                ("2025-02-20t14:30:00.123456z", "2025-02-20T14:30:00Z"), ("2025-02-20T14:30:00.9-05:30", "2025-02-20T20:00:00Z"),
                ("2025-02-20", "2025-02-20T00:00:00Z"),
            ] {
                let body = #"{"kind":"deposit","asset":"USD","quantity":1,"time":"\#(time)"}"#
                let answer = try await server.post(path, json: body)
                #expect(answer.json["transactions"]?.array?.first?["time"]?.string == utc, "\(time): \(answer.text)")
            }
            for time in ["2025-02-20T14:30:00", "2025-02-20T14:30:00+2:00", "2025-02-20T14:30:00.Z", "2025-02-20T14:30:00+24:00"] {
                let body = #"{"kind":"deposit","asset":"USD","quantity":1,"time":"\#(time)"}"#
                #expect(try await server.post(path, json: body).status == 422, "\(time)")
            }
        }
    }

    /// Orders, corrections and investments have the same answer document.
    @Test func receiptsAreAlike() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            let order = try await server.post(
                "/v1/wallets/Main/transactions", json: #"{"kind":"deposit","asset":"USD","quantity":"5"}"#)
            let more = try await server.post(
                "/v1/wallets/Main/transactions", json: #"{"kind":"deposit","asset":"USD","quantity":"6"}"#)
            let id = order.json["transactions"]?.array?.first?["id"]?.integer ?? 0
            let other = more.json["transactions"]?.array?.first?["id"]?.integer ?? 0
            let one = try await server.send("POST", "/v1/transactions/\(id)/correction")
            let several = try await server.post("/v1/corrections", json: #"{"transactions":[\#(other)]}"#)
            let investment = try await server.post("/v1/investments", json: #"{"asset":"BTC","quantity":1,"price":5}"#)
            let number = investment.json["transactions"]?.array?.first?["id"]?.integer ?? 0
            let removed = try await server.send("DELETE", "/v1/investments?ids=\(number)")
            let names = ["preview", "recorded", "transactions", "effects", "prices", "unknown_costs"]
            for answer in [order, more, one, several, investment, removed] {
                #expect(answer.json.members?.map(\.key) == names, "\(answer.text)")
                #expect(answer.json["recorded"]?.integer == 1 && answer.json["effects"]?.array?.count == 1)
                #expect(answer.status == (answer.body == removed.body ? 200 : 201))
            }
            #expect(one.json["effects"]?.array?.first?["before"]?.string == "11")
            #expect(one.json["effects"]?.array?.first?["after"]?.string == "6")
        }
    }

    @Test func aCorrectionIsMadeOnce() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let made = try server.done(
                await server.post("/v1/wallets/Main/transactions", json: #"{"kind":"income","asset":"USD","quantity":"1"}"#))
            let id = made.json["transactions"]?.array?.first?["id"]?.integer ?? 0
            let (path, key) = ("/v1/transactions/\(id)/correction", ["Idempotency-Key": "c"])
            let first = try await server.send("POST", path, headers: key)
            #expect(first.status == 201, "\(first.text)")
            let correction = try #require(first.json["transactions"]?.array?.first)
            #expect(correction["corrects"]?.integer == id)
            #expect(try await server.get("/v1/transactions/\(id)").json["corrected_by"] == correction["id"])
            #expect(first.header("Location") == "/v1/transactions/\(correction["id"]?.integer ?? 0)")
            #expect(first.json["effects"]?.array?.first?["asset"]?.string == "usd")
            let again = try await server.send("POST", path, headers: key)
            #expect(again.status == 201, "\(again.text)")
            #expect(again.body == first.body)
            #expect(again.header("Idempotency-Replayed") == "true" && first.header("Idempotency-Replayed") == nil)
            #expect(try await server.send("POST", path).status == 409, "without the key it is another request")
        }
    }

    @Test func dependentTransactionsAreTakenBackTogether() async throws {
        try await ServerUnderTest.run { server async throws in
            try server.done(await server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            for kind in ["deposit", "withdrawal"] {
                try server.done(
                    await server.post(
                        "/v1/wallets/Main/transactions", json: #"{"kind":"\#(kind)","asset":"USD","quantity":"5"}"#))
            }
            #expect(try await server.send("POST", "/v1/transactions/1/correction").status == 409)
            let both = try await server.post("/v1/corrections", json: #"{"transactions":[1,2,1]}"#)
            #expect(both.status == 201, "\(both.text)")
            #expect(both.json["transactions"]?.array?.compactMap { $0["corrects"]?.integer } == [1, 2])
        }
    }

    @Test func investmentsAreAddedListedAndRemovedTogether() async throws {
        try await ServerUnderTest.run { server async throws in
            let empty = try await server.get("/v1/investments?explain=true")
            #expect(empty.status == 200, "\(empty.text)")
            #expect(empty.json["lots"]?.array == [])
            #expect(try await server.get("/v1/wallets").json["data"]?.array == [], "looking creates no wallet")
            try await server.store([100, 110], of: "bitcoin")
            for price in ["64000", "65000.5"] {
                let added = try await server.post(
                    "/v1/investments", json: #"{"asset":"BTC","quantity":"0.05","price":"\#(price)","time":"2025-02-27"}"#)
                #expect(added.status == 201, "\(added.text)")
            }
            let list = try await server.get("/v1/investments").json
            #expect(list["lots"]?.array?.map { $0["cost"]?.string } == ["3200", "3250.025"])
            let removed = try await server.send("DELETE", "/v1/investments?ids=1,2", headers: ["Idempotency-Key": "r"])
            #expect(removed.status == 200, "\(removed.text)")
            let again = try await server.send("DELETE", "/v1/investments?ids=1,2", headers: ["Idempotency-Key": "r"])
            #expect(again.body == removed.body, "\(again.text)")
            #expect(try await server.get("/v1/investments").json["lots"]?.array == [])
        }
    }
}
