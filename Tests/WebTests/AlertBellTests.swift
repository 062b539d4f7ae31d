import Access
import HTTPTestSupport
import JSONText
import Notices
import ServerWorld
import Store
import Testing

/// A bell stands beside each figure that an alert can watch, and opens the form with the figure filled in.
@Suite struct AlertBellTests {
    /// The address of a link with an accessible name, or with a text.
    private func link(_ name: String, on page: EdgeAnswer) throws -> String {
        let lines = page.text.split(separator: "<a ").filter {
            $0.contains("aria-label=\"\(name)\"") || $0.contains(">\(name)</a>")
        }
        let line = try #require(lines.first, "\(name)")
        let start = try #require(line.range(of: "href=\"")).upperBound
        return String(line[start...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    }

    @Test func aCoinHasOneBesideItsPriceAndAnotherForItsProbability() async throws {
        try await PageVisitor.run { server, visitor in
            _ = try await server.storeCloses(of: "bitcoin", simulatedHistory(0))
            let page = try await visitor.get("/coins/btc")
            #expect(try link("Set an alert on BTC", on: page) == "/alerts/new?measure=price&asset=BTC")
            #expect(
                try await link("Set an alert on BTC", on: visitor.get("/coins/bitcoin"))
                    == "/alerts/new?measure=price&asset=bitcoin")
            for (language, name) in [
                ("it", "Imposta un avviso su BTC"), ("ru", "Установить оповещение по BTC"), ("kk", "BTC бойынша ескерту орнату"),
            ] {
                #expect(try await visitor.get("/coins/btc", [("Accept-Language", language)]).has("aria-label=\"\(name)\""))
            }
            let odds = try #require(page.text.firstMatch(of: /Set an alert on the probability of a fall to ([0-9.,]+)</))
            let address = try link("Set an alert on the probability of a fall to \(odds.1)", on: page)
            #expect(address.contains("?measure=probability-below&asset=BTC&price=\(odds.1.replacing(",", with: ""))&days=96"))
            let form = try await visitor.get(address)
            #expect(PageVisitor.value(of: "measure", in: form.text) == "probability-below")
            #expect(form.has("value=\"BTC\"") && form.has("value=\"\(odds.1)\"") && form.has("value=\"96\""))
        }
    }

    @Test func totalsHaveThem() async throws {
        try await PageVisitor.run { server, visitor in
            try await server.storeTradingPrices()
            let id = try #require(try await server.post("/v1/wallets", json: #"{"name":"Main"}"#).json["id"]?.string)
            let deposit = #"{"kind":"deposit","asset":"USD","quantity":"100"}"#
            try server.done(await server.post("/v1/wallets/Main/transactions", json: deposit))
            try server.done(await server.post("/v1/trading/deposits", json: #"{"currency":"USD","amount":"100"}"#))
            let name = "Set an alert on the total"
            for (path, address) in [
                ("/wallets/Main", "/alerts/new?measure=total&wallet=\(id)"), ("/wallets/all", "/alerts/new?measure=total"),
                ("/portfolio", "/alerts/new?measure=total"), ("/", "/alerts/new?measure=total"),
                ("/practice", "/alerts/new?measure=total&account=practice"),
            ] {
                #expect(try await link(name, on: visitor.get(path)) == address, "\(path)")
            }
            let form = try await visitor.get("/alerts/new?measure=total&account=practice")
            #expect(form.text.contains(/<option[^>]*value="practice"[^>]*selected/))
        }
    }

    @Test func theHeadOfAPhoneHasTheNumberOfUnreadNotices() async throws {
        try await PageVisitor.run { server, visitor in
            #expect(try await link("Notices", on: visitor.get("/markets")) == "/notices")
            for count in [1, 120] {
                try await server.parts.store.change { change in
                    try change.ensureOwner(Owner.local)
                    for number in 0..<count {
                        try change.tell(Owner.local, Announcement(.alert, subject: "a_\(number)", link: "/alerts") { _ in "Fired" })
                    }
                }
                let page = try await visitor.get("/markets")
                let all = count == 1 ? 1 : 121
                #expect(try link("Notices, \(all) unread", on: page) == "/notices")
                #expect(page.has("aria-hidden=\"true\">\(all > 99 ? "99+" : "\(all)")</span>"))
            }
        }
    }
}
