import JSONText
import Ledger
import Market
import ServerWorld
import Testing

/// Orders that put coins in the place of others.
@Suite(.serialized) struct ExchangeRouteTests {
    /// Each row: an order, and the status, code and field of its refusal.
    @Test func aRefusedExchangeNamesTheProblemAndRecordsNothing() async throws {
        let cases: [(String, Int, String, String?)] = [
            (
                #"{"kind":"swap","asset":"BTC","quantity":"1","to_asset":"BTC","to_quantity":"2"}"#, 422, "not-exchangeable",
                "/to_asset"
            ),
            (
                #"{"kind":"swap","asset":"USD","quantity":"1","to_asset":"BTC","to_quantity":"2"}"#, 422, "not-exchangeable",
                "/asset"
            ),
            (
                #"{"kind":"split","asset":"BTC","quantity":"1","to_asset":"BTC","to_quantity":"1"}"#, 422, "not-exchangeable",
                "/to_quantity"
            ),
            (
                #"{"kind":"split","asset":"BTC","quantity":"1","to_asset":"USD","to_quantity":"2"}"#, 422, "not-exchangeable",
                "/to_asset"
            ),
            (
                #"{"kind":"swap","asset":"BTC","quantity":"99","to_asset":"ETH","to_quantity":"2"}"#, 409, "insufficient",
                "/quantity"
            ),
            (
                #"{"kind":"split","asset":"BTC","quantity":"99","to_asset":"BTC","to_quantity":"990"}"#, 409, "insufficient",
                "/quantity"
            ),
            (
                #"{"kind":"swap","asset":"BTC","quantity":"1","to_asset":"NOSUCH","to_quantity":"2"}"#, 422, "unknown-asset",
                "/to_asset"
            ),
            (#"{"kind":"swap","asset":"BTC","quantity":"1","to_asset":"ETH"}"#, 400, "missing-value", "/to_quantity"),
            (#"{"kind":"split","asset":"BTC","quantity":"1","to_quantity":"2"}"#, 400, "missing-value", "/to_asset"),
            (
                #"{"kind":"split","asset":"BTC","quantity":"1","to_asset":"ETH","to_quantity":"0"}"#, 422, "invalid-value",
                "/to_quantity"
            ),
            (
                #"{"kind":"split","asset":"BTC","quantity":"1","to_asset":"ETH","to_quantity":"2","value":"3"}"#, 400,
                "unknown-member", "/value"
            ),
            (#"{"kind":"deposit","asset":"BTC","quantity":"1","to_asset":"ETH"}"#, 400, "unknown-member", "/to_asset"),
        ]
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            let before = try await server.get("/v1/wallets/Main/transactions")
            for (body, status, code, field) in cases {
                for path in ["/v1/wallets/Main/transactions", "/v1/wallets/Main/transactions/preview"] {
                    let answer = try await server.post(path, json: body)
                    #expect(answer.status == status, "\(path) \(answer.text)")
                    #expect(answer.json["code"]?.string == code, "\(path) \(answer.text)")
                    #expect(answer.json["field"]?.string == field, "\(path) \(answer.text)")
                }
            }
            #expect(try await server.get("/v1/wallets/Main/transactions").body == before.body)
        }
    }

    @Test func exchangesAndLabelsAreRecordedOnceAsTheyWereSent() async throws {
        try await ServerUnderTest.run { server async throws in
            try await server.makeTradedWallet()
            for (order, members) in [
                (
                    #""kind":"swap","asset":"BTC","quantity":"0.1","to_asset":"ETH","to_quantity":"3""#,
                    ["to_asset": "ethereum", "to_quantity": "3", "value": "25"]
                ),
                (
                    #""kind":"swap","asset":"BTC","quantity":"0.1","to_asset":"ETH","to_quantity":"3","look_up_value":false"#,
                    ["quantity": "0.1"]
                ),
                (
                    #""kind":"split","asset":"ETH","quantity":"1","to_asset":"ETH","to_quantity":"10""#,
                    ["asset": "ethereum", "to_asset": "ethereum", "to_quantity": "10"]
                ),
                (#""kind":"withdrawal","asset":"BTC","quantity":"0.1","label":"loss""#, ["label": "loss", "value": "0"]),
                (
                    #""kind":"income","asset":"ETH","quantity":"0.1","label":"staking","look_up_value":false"#,
                    ["label": "staking"]
                ),
            ] {
                let body = #"{\#(order),"time":"2025-02-28T12:00:00Z"}"#
                for attempt in 0..<2 {
                    _ = try await server.database.purgeIdempotency(startedBefore: .max)
                    let answer = try await server.post(
                        "/v1/wallets/Main/transactions", json: body, headers: ["Idempotency-Key": order])
                    #expect(answer.status == 201, "\(order): \(answer.text)")
                    #expect(answer.header("Idempotency-Replayed") == (attempt == 0 ? nil : "true"))
                    let row = try #require(answer.json["transactions"]?.array?.first)
                    for (name, value) in members { #expect(row[name]?.string == value, "\(order): \(answer.text)") }
                    if members["value"] == nil { #expect(row["value"] == nil, "\(order)") }
                }
            }
        }
    }
}
