import Foundation
import JSONText
import Market
import ServerWorld
import Testing

/// The notes on a wallet's page about misleading prices.
@Suite struct WalletNotePageTests {
    @Test func oldPricesRatesAndSplitsAreNotes() async throws {
        try await PageVisitor.run(follows: true) { server, visitor in
            let last = ServerUnderTest.yesterday
            try await server.store([100, 100, 13, 13.3], of: "bitcoin")
            try await server.store([5, 4], of: "litecoin", through: last - 2)
            try await server.done(server.post("/v1/wallets", json: #"{"name":"Main"}"#))
            for body in [
                #"{"kind":"deposit","asset":"BTC","quantity":"1","time":"2025-02-25"}"#,
                #"{"kind":"deposit","asset":"LTC","quantity":"10","time":"2025-02-25"}"#,
                #"{"kind":"set","holdings":[{"asset":"BTC","quantity":"10"}],"time":"2025-02-27"}"#,
            ] { try await server.done(server.post("/v1/wallets/Main/transactions", json: body)) }
            let page = try await visitor.get("/wallets/Main").text
            let before = "With the newest earlier closes (LTC (26 Feb 2025)), the total is "
            #expect(page.contains(before + "<span data-amount>173.00</span> USD."), "\(page)")
            #expect(page.contains("The closes of BTC change from 100.00 to 13.00 on 27 Feb 2025: a split?"))
            // A coin without a new close hides neither the change nor the gain of the others, and the chart says where it ends.
            for path in ["/", "/wallets/Main"] {
                let page = try await visitor.get(path)
                for part in [
                    "+2.3%", "today’s holdings in 24 h, without LTC", "84.00", "unrealized gain, without LTC",
                    "The line ends on 26 February 2025, the last day with closes of all coins.",
                ] { #expect(page.has(part), "\(path): \(part)") }
            }
            // The script finds the amount within the sentence: it can show it, and hide it.
            for path in ["/", "/wallets/Main"] {
                let hidden = try await visitor.get(path, [("Cookie", "closecast-hidden=yes")]).text
                #expect(hidden.contains(before + "<span data-amount=\"173.00\">\u{2022}"), "\(path)")
                #expect(!hidden.replacing(/data-amount="[^"]*"/, with: "").contains("173.00"), "\(path)")
            }
        }
    }

    private static let peggedNotes = [
        "en": "ETH, LTC: the price keeps returning to its level. The bands are too wide",
        "it": "ETH, LTC: il prezzo torna sempre al suo livello. Le bande sono troppo larghe",
        "ru": "ETH, LTC: цена всё время возвращается к своему уровню. Диапазоны слишком широкие",
        "kk": "ETH, LTC: баға өз деңгейіне қайта оралып отырады. Жолақтар тым кең",
    ]

    @Test func peggedCoinsAreNamedBesideTheMeasuredAccuracy() async throws {
        try await PageVisitor.run(follows: true) { server, visitor in
            try await server.store(ServerUnderTest.walk(1), of: "bitcoin")
            try await server.store(ServerUnderTest.pegged(1), of: "ethereum")
            try await server.store(ServerUnderTest.pegged(4, seed: 2), of: "litecoin")
            for (wallet, coins) in [("Main", ["BTC", "ETH", "LTC"]), ("Other", ["BTC"])] {
                let holdings = coins.map { #"{"asset":"\#($0)","quantity":"2"}"# }.joined(separator: ",")
                try await server.done(server.post("/v1/wallets", json: #"{"name":"\#(wallet)"}"#))
                try await server.done(
                    server.post("/v1/wallets/\(wallet)/transactions", json: #"{"kind":"set","holdings":[\#(holdings)]}"#))
            }
            // From now on the sample paths are in memory.
            #expect(try await server.get("/v1/wallets/Main/forecast").status == 200)
            for (language, note) in Self.peggedNotes {
                let page = try await visitor.get("/wallets/Main", [("Accept-Language", language)]).text
                #expect(page.contains("<b>\(note)"), "\(language)")
                let other = try await visitor.get("/wallets/Other", [("Accept-Language", language)]).text
                #expect(other.contains("id=\"answer\"") && !other.contains(note.suffix(20)), "\(language)")
            }
        }
    }

    @Test func worthlessCoinsAreSoldAndWithdrawnByTheForm() async throws {
        try await PageVisitor.run(follows: true) { server, visitor in
            try await server.makeTradedWallet()
            for fields: KeyValuePairs<String, String> in [
                ["kind": "sell", "asset": "ETH", "quantity": "1", "price": "0"],
                ["kind": "withdrawal", "asset": "ETH", "quantity": "1", "value": "0"],
            ] {
                let page = try await visitor.post("/wallets/Main/record", from: "/wallets/Main/record", fields)
                #expect(page.status == 200, "\(page.text)")
            }
            #expect(try await visitor.get("/wallets/Main").text.contains("Lost or worthless"))
            let early = try await visitor.post(
                "/wallets/Main/record", from: "/wallets/Main/record",
                ["kind": "deposit", "asset": "BTC", "quantity": "1", "time": "2999-01-01"])
            #expect(early.text.contains("Days are counted in UTC, where today is 1 March 2025."), "\(early.text)")
        }
    }
}
