import Foundation
import JSONText
import Ledger
import Market
import ServerWorld
import Testing
import Trading

/// A simulated account with one of everything, as part of an ``OwnedWorld``.
enum OwnedTrading {
    /// An owner's initial cash, chosen so that the remaining amount occurs nowhere else.
    private static let cash = "4321.87"
    private static let label = "card-of-wagtails"

    /// - Returns: ids by the name of a path parameter, and words that no answer to another owner may contain.
    static func make(
        on server: ServerUnderTest, _ headers: [String: String]
    ) async throws -> (ids: [String: String], marks: [String]) {
        let now = server.clock.now
        for (asset, price) in [("bitcoin", 84_000.0), ("dogecoin", 0.2), ("eur", 1.04)] {
            try await server.database.store([Quote(time: now, price: price)], of: AssetID(asset)!, source: "test")
        }
        let account = try server.done(await server.send("PUT", "/v1/trading/account", headers: headers))
        let id = try #require(account.json["id"]?.string)
        try await fund(id, on: server, at: now)
        func made(_ method: String, _ path: String, _ body: String) async throws -> String {
            let answer = try server.done(
                await server.send(
                    method, "/v1/trading/\(path)", body: body, headers: headers.merging(["Content-Type": "application/json"]) { $1 }
                ))
            return try #require(answer.json["id"]?.string)
        }
        let card = try await made(
            "POST", "methods/cards", #"{"number":"4242424242424242","expires":"12/30","label":"\#(label)"}"#)
        let payment = try await made("POST", "withdrawals", "{\"currency\":\"EUR\",\"amount\":\"20\",\"method\":\"\(card)\"}")
        let order = try await made(
            "POST", "orders",
            #"{"kind":"limit","side":"buy","asset":"BTC","currency":"EUR","cash":"30","price":"1000","days":30}"#)
        let plan = try await made("POST", "plans", #"{"asset":"BTC","currency":"EUR","cash":"40","every":"week","days":90}"#)
        let wish = #"{"side":"buy","asset":"BTC","currency":"EUR","cash":"65"}"#
        let filled = try server.done(
            await server.send(
                "POST", "/v1/trading/quotes/\(try await made("POST", "quotes", wish))/confirmation", headers: headers))
        let entry = try #require(filled.json["id"]?.string)
        let address = try server.done(await server.send("PUT", "/v1/trading/addresses/dogecoin", headers: headers))
        let ids = [
            "method": card, "payment": payment, "order": order, "plan": plan, "quote": try await made("POST", "quotes", wish),
            "entry": entry,
        ]
        return (ids, Array(ids.values) + [id, label, try #require(address.json["address"]?.string)])
    }

    /// Gives an account its first cash without waiting for the bank.
    private static func fund(_ id: String, on server: ServerUnderTest, at time: Int) async throws {
        try await server.parts.trading.parts.store.changeTrading { records in
            let account = try #require(try records.account(id: id))
            try records.append(
                [
                    .deposit(
                        key: "fund", time: time, wallet: account.wallet, asset: .eur, quantity: FixedDecimal(cash)!,
                        value: .usd(FixedDecimal("4494.7448")!))
                ], of: account.owner, recordedAt: time)
        }
    }

    /// Bodies of the operations, by id.
    static func bodies(_ ids: [String: String]) -> [String: (type: String, text: String)] {
        func json(_ text: String) -> (type: String, text: String) { ("application/json", text) }
        let withdrawal = json("{\"currency\":\"EUR\",\"amount\":\"20\",\"method\":\"\(ids["method"] ?? "")\"}")
        let transfer = json(#"{"asset":"dogecoin","quantity":"1","address":"SIM-DOGE-0000-0000-0000-0000-0000-00"}"#)
        return [
            "changeTradingAccount": json(#"{"tolerance_percent":"2"}"#),
            "quoteTrade": json(#"{"side":"buy","asset":"BTC","currency":"EUR","cash":"5"}"#),
            "placeOrder": json(
                #"{"kind":"limit","side":"buy","asset":"BTC","currency":"EUR","cash":"5","price":"1000","days":3}"#),
            "startPlan": json(#"{"asset":"BTC","currency":"EUR","cash":"5","every":"week","days":30}"#),
            "announceDeposit": json(#"{"currency":"EUR","amount":"5"}"#), "previewWithdrawal": withdrawal, "withdraw": withdrawal,
            "addCard": json(#"{"number":"4242424242424242","expires":"12/30"}"#),
            "addBankAccount": json(#"{"iban":"DE89370400440532013000"}"#), "renamePaymentMethod": json(#"{"label":"Mine"}"#),
            "sendPhoneCode": json(#"{"phone":"+39 333 000 0000"}"#), "confirmPhone": json(#"{"code":"123456"}"#),
            "addDocument": ("image/jpeg", "no picture"), "useReferralCode": json(#"{"code":"AAAAAAAA"}"#),
            "sendSupportMessage": json(#"{"text":"x"}"#), "decideVerification": json(#"{"decision":"refused","reason":"x"}"#),
            "answerSupport": json(#"{"text":"x"}"#), "previewTransfer": transfer, "sendCoins": transfer,
            "setFeed": json(#"{"assets":["BTC"]}"#),
        ]
    }

    /// The lists and figures of an owner, by path.
    static let paths = [
        "/v1/trading/account", "/v1/trading/orders", "/v1/trading/plans", "/v1/trading/methods", "/v1/trading/history",
        "/v1/trading/history/export?format=csv", "/v1/trading/feed", "/v1/trading/addresses/dogecoin/qr",
    ]
}
