import Alerts
import Foundation
import JSONText
import Notices
import ServerWorld
import Store
import Testing
import Waits

/// Everything that an owner can have, with words that occur nowhere else.
struct OwnedWorld {
    /// By a path parameter's name.
    let ids: [String: String]
    /// By a query parameter's name.
    let query: [String: String]
    /// By an operation's id.
    let bodies: [String: (type: String, text: String)]
    /// The cursor of the owner's next page, for lists, by operation id.
    let cursors: [String: String]
    /// Words that no answer to another owner may contain.
    let marks: [String]
    private let token: String

    /// Data shared by all owners.
    static let common = [
        "asset": "dogecoin", "assets": "dogecoin", "model": "daily-close-t", "version": "1", "kind": "passport", "side": "front",
        "document": "d_0000000000000000", "article": "e_0000000000000000",
        "name": "Lunch", "from": "2025-01", "through": "2025-02", "currency": "EUR",
        "topic": "j_0000000000000000", "year": "2025", "month": "2025-02",
        "token": "closecast_share_" + String(repeating: "0", count: 64),
    ]
    static let (wallet, otherWallet, key) = ("Nightingale", "Kingfisher", "key-of-the-first-owner")
    private static let (note, series, client) = ("a note about wrens", "series-of-warblers", "order-of-finches")
    private static let login = "reader-of-woodlarks"

    static func make(on server: ServerUnderTest, token: String) async throws -> OwnedWorld {
        let headers = ["Authorization": "Bearer \(token)"]
        let keyed = headers.merging(["Idempotency-Key": key]) { $1 }
        try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
        try await server.storeCloses(of: "dogecoin", simulatedHistory(1))
        try server.done(await server.post("/v1/wallets", json: #"{"name":"\#(wallet)"}"#, headers: keyed))
        try server.done(await server.post("/v1/wallets", json: #"{"name":"\#(otherWallet)"}"#, headers: headers))
        let path = "/v1/wallets/\(wallet)/transactions"
        var id = 0
        for body in [
            #"{"kind":"deposit","asset":"USD","quantity":"7654321.125","time":"2025-02-20","note":"\#(note)"}"#,
            #"{"kind":"buy","asset":"BTC","quantity":"1.25","price":"77","time":"2025-02-21"}"#,
            #"{"kind":"transfer","asset":"BTC","quantity":"0.25","to":"\#(otherWallet)","time":"2025-02-22"}"#,
        ] {
            let keyed = headers.merging(["Idempotency-Key": "\(client)-\(id)"]) { $1 }
            let answer = try server.done(await server.post(path, json: body, headers: keyed))
            id = try #require(answer.json["transactions"]?.array?.first?["id"]?.integer)
        }
        try server.done(
            await server.post(
                "/v1/investments", json: #"{"asset":"BTC","quantity":"3","price":"5","note":"\#(note)"}"#, headers: headers))
        for asset in ["bitcoin", "ethereum"] {
            try server.done(await server.send("PUT", "/v1/favourites/\(asset)", headers: headers))
        }
        let match = try server.done(
            await server.post(
                "/v1/paper-matches", json: #"{"coins":["BTC"],"start":"2024-03-01","strategies":["hold"]}"#, headers: headers))
        let matchID = try #require(match.json["id"]?.string)
        var jobs: [String] = []
        for _ in 0..<2 { jobs.append(try await job(on: server, headers)) }
        let trading = try await OwnedTrading.make(on: server, headers)
        let device = try await device(on: server, headers)
        let (alert, notice) = try await alertAndNotice(on: server, headers)
        let journal = try await journal(on: server, headers)
        try await profile(on: server, headers)
        let share = try server.done(
            await server.post("/v1/wallets/\(wallet)/shares", json: #"{"label":"a share of larks"}"#, headers: headers)
        ).json
        let (shareID, secret) = (try #require(share["id"]?.string), try #require(share["token"]?.string))
        return OwnedWorld(
            ids: [
                "wallet": wallet, "transaction": "\(id)", "job": jobs[0], "match": matchID, "alert": alert, "notice": notice,
                "subscription": device, "share": shareID,
            ].merging(trading.ids) { $1 }.merging(journal) { $1 },
            query: ["wallet": wallet, "ids": "\(id)", "to": otherWallet],
            bodies: bodies(id).merging(OwnedTrading.bodies(trading.ids)) { $1 },
            cursors: try await cursors(on: server, headers, path: path),
            marks: [
                wallet, otherWallet, note, series, client, key, "7654321.125", login, matchID, alert, notice, device, secret,
                "a share of larks",
            ] + jobs
                + trading.marks + Array(journal.values),
            token: token)
    }

    private static func device(on server: ServerUnderTest, _ headers: [String: String]) async throws -> String {
        let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        let body = #"{"endpoint":"https://push.example.com/owned","p256dh":"\#(key)","auth":"BTBZMqHH6r4Tts7J_aSIgg"}"#
        return try #require(server.done(await server.post("/v1/notices/devices", json: body, headers: headers)).json["id"]?.string)
    }

    /// An entry with a photo, and one of everything that it can have.
    private static func journal(on server: ServerUnderTest, _ headers: [String: String]) async throws -> [String: String] {
        func made(_ method: String, _ path: String, _ body: String) async throws -> String {
            let answer = try server.done(await server.send(method, path, body: body, headers: headers))
            return try #require(answer.json["id"]?.string)
        }
        let category = try await made("POST", "/v1/expenses/categories", #"{"name":"Seeds"}"#)
        let place = try await made("POST", "/v1/places", #"{"name":"Hedge"}"#)
        let entry = #"{"name":"\#(note)","amount":"7","currency":"EUR","category":"Seeds","place":"Hedge""#
        let expense = try await made("POST", "/v1/expenses", entry + #","day":"2025-02-20"}"#)
        let photo = headers.merging(["Content-Type": "image/webp"]) { $1 }
        try server.done(
            await server.send("PUT", "/v1/expenses/\(expense)/photo", body: ServerUnderTest.photo, headers: photo))
        let recurring = try await made("POST", "/v1/expenses/recurring", entry + #","unit":"month","first":"2025-05-01"}"#)
        let budget = try await made(
            "PUT", "/v1/expenses/budgets", #"{"category":"Seeds","amount":"5","currency":"EUR","from_month":"2025-02"}"#)
        return ["expense": expense, "category": category, "place": place, "recurring": recurring, "budget": budget]
    }

    private static func profile(on server: ServerUnderTest, _ headers: [String: String]) async throws {
        try server.done(await server.send("PUT", "/v1/profile", body: #"{"login_name":"\#(login)"}"#, headers: headers))
        let photo = headers.merging(["Content-Type": "image/webp"]) { $1 }
        try server.done(await server.send("PUT", "/v1/profile/picture", body: ServerUnderTest.photo, headers: photo))
    }

    private static func alertAndNotice(
        on server: ServerUnderTest, _ headers: [String: String]
    ) async throws -> (alert: String, notice: String) {
        let body = #"{"measure":"price","asset":"BTC","direction":"above","threshold":"99999999","note":"\#(note)"}"#
        let alert = try #require(server.done(await server.post("/v1/alerts", json: body, headers: headers)).json["id"]?.string)
        let notice = try await server.database.change { change in
            let owner = try change.reading.rows(Alert.self, "WHERE id = ?", alert)[0].owner
            return try change.tell(owner, Announcement(.alert, subject: alert, link: "/alerts/\(alert)") { _ in Self.note })
        }
        return (alert, notice.id)
    }

    private static func job(on server: ServerUnderTest, _ headers: [String: String]) async throws -> String {
        let body = "{\"id\":\"\(series)\",\"closes\":\(jsonCloses(simulatedHistory(2, days: 500)))}\n"
        let created = try server.done(
            await server.send(
                "POST", "/v1/jobs?paths=10&days=2", body: body,
                headers: headers.merging(["Content-Type": "application/x-ndjson"]) { $1 }))
        let id = try #require(created.json["id"]?.string)
        try await until("the job \(id) is done", everyMilliseconds: 20) {
            try await server.get("/v1/jobs/\(id)", headers: headers).json["state"]?.string == "done"
        }
        return id
    }

    private static func bodies(_ id: Int) -> [String: (type: String, text: String)] {
        func json(_ text: String) -> (type: String, text: String) { ("application/json", text) }
        let closes = jsonCloses(simulatedHistory(4, days: 500))
        let tensor = (0..<500).map { "\($0 % 7)" }.joined(separator: ",")
        let infer = json(
            "{\"inputs\":[{\"name\":\"input\",\"datatype\":\"FP32\",\"shape\":[1,500,1],\"data\":[\(tensor)]}]}")
        let transfer = json(#"{"kind":"transfer","asset":"BTC","quantity":"0.1","to":"\#(otherWallet)","time":"2025-02-25"}"#)
        return [
            "createWallet": json(#"{"name":"Stranger"}"#), "changeWallet": json(#"{"name":"Mine"}"#),
            "recordTransactions": transfer, "previewTransactions": transfer,
            "correctTransactions": json("{\"transactions\":[\(id)]}"),
            "restoreTransactions": json("{\"transactions\":[\(id)]}"),
            "addInvestment": json(#"{"asset":"BTC","quantity":"1","price":"5"}"#),
            "changeInvestment": json(#"{"asset":"BTC","quantity":"1","price":"5"}"#),
            "importTransactions": ("text/csv", "time,kind,wallet,asset,quantity\n2025-02-01,deposit,\(wallet),USD,5\n"),
            "previewImport": ("text/csv", "time,kind,wallet,asset,quantity\n2025-02-01,deposit,\(wallet),USD,5\n"),
            "createJob": ("application/x-ndjson", "{\"closes\":\(closes)}\n"),
            "startPaperMatch": json(#"{"coins":["DOGE"],"start":"2024-03-01"}"#),
            "setExpensePhoto": ("image/jpeg", "no picture"), "setReadingPicture": ("image/jpeg", "no picture"),
            "setProfilePicture": ("image/jpeg", "no picture"),
            "addAsset": json(#"{"ticker":"STRG"}"#),
            "sendHistory": ("text/csv", priceFile(simulatedHistory(1))),
            "forecastCloses": json("{\"closes\":\(closes)}"), "modelIndex": json("{}"), "infer": infer, "inferVersion": infer,
        ]
    }

    private static func cursors(
        on server: ServerUnderTest, _ headers: [String: String], path: String
    ) async throws -> [String: String] {
        var cursors: [String: String] = [:]
        for (operation, path) in [
            ("listWallets", "/v1/wallets"), ("listJobs", "/v1/jobs"), ("listFavourites", "/v1/favourites"),
            ("listTransactions", path), ("getInvestments", "/v1/investments"), ("listPaperMatches", "/v1/paper-matches"),
        ] {
            let answer = try await server.get(path + "?limit=1", headers: headers)
            // A list without pages refuses a limit.
            cursors[operation] = answer.json["next_cursor"]?.string
        }
        #expect(cursors.count >= 4, "\(cursors.keys)")
        return cursors
    }

    /// Every list, every figure and every file of the owner, by path.
    ///
    /// - Parameter headers: the owner's credential; nil for the token that made all of this.
    func everything(on server: ServerUnderTest, headers: [String: String]? = nil) async throws -> [String: String] {
        var all: [String: String] = [:]
        let wallets = [Self.wallet, Self.otherWallet].flatMap { name in
            ["", "/transactions", "/valuation", "/gains", "/value"].map { "/v1/wallets/\(name)\($0)" }
        }
        let job = ids["job"] ?? ""
        for path in wallets + [
            "/v1/wallets", "/v1/transactions/export", "/v1/transactions/export?format=csv", "/v1/investments", "/v1/favourites",
            "/v1/paper-matches", "/v1/paper-matches/\(ids["match"] ?? "")", "/v1/jobs", "/v1/jobs/\(job)", "/v1/jobs/\(job)/result",
            "/v1/transactions/\(ids["transaction"] ?? "")", "/v1/expenses", "/v1/expenses/\(ids["expense"] ?? "")/photo",
            "/v1/expenses/recurring", "/v1/places", "/v1/profile", "/v1/profile/picture",
        ] + OwnedTrading.paths {
            let answer = try await server.get(path, headers: headers ?? ["Authorization": "Bearer \(token)"])
            #expect(answer.status == 200, "\(path): \(answer.text.prefix(300))")
            all[path] = answer.text
        }
        return all
    }
}
