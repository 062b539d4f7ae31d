import Access
import Archives
import Identity
import JSONText
import Market
import MarketData
import PaperTrading
import People
import Portfolio
import Store
import Trading
import TradingWeb

/// All of a person's data as one ZIP file. It contains no hash, no seed and no data of others.
struct AccountArchive: Sendable {
    let people: People
    /// Assets and closes; its store has the archived data.
    let market: MarketData
    let trading: Trading
    private var identity: Identity { trading.identity }

    func bytes(for caller: Principal, _ standing: SessionStanding) async throws -> [UInt8] {
        let (now, id) = (people.parts.now(), standing.person)
        var archive = ZipArchive()
        func add(_ name: String, _ bytes: [UInt8]) throws { try archive.add(name: name, bytes: bytes, modifiedAt: now) }
        let person = try await people.profiles.person(id)
        try add(
            "account.json",
            Self.document { writer in
                AccountDocuments.account.write(person, &writer)
                writer.member("password_set_at", MomentText.iso(person.passwordSetAt))
                writer.member("terms_accepted_at", MomentText.iso(person.termsAcceptedAt))
            })
        if person.hasPicture { try add("picture.jpg", try await people.profiles.picture(of: id)) }
        let sessions = try await people.sessions.all(of: id)
        try add(
            "sessions.json",
            Self.document { writer in
                writer.member("sessions", sessions) { AccountDocuments.session.write(($0, $0.id == standing.session), &$1) }
            })
        let devices = try await people.sessions.devices(of: id)
        try add(
            "devices.json",
            Self.document { writer in
                writer.member("devices", devices) { AccountDocuments.device.write(($0, $0.id == standing.device), &$1) }
            })
        let tokens = try await people.tokens.all(of: caller.owner)
        try add(
            "tokens.json",
            Self.document { writer in
                writer.member("tokens", tokens) { AccountDocuments.token.write(($0, now), &$1) }
            })
        try add("events.json", try await events(of: id))
        let marked = try await Favourites(market, owner: caller.owner).all()
        try add(
            "favourites.json",
            Self.document { writer in
                writer.member("favourites", marked) { MarketDocuments.asset.write($0, &$1) }
            })
        let (matches, today) = (try await PaperMatches(market, owner: caller.owner).all(), market.today)
        try add(
            "paper-matches.json",
            Self.document { writer in
                writer.member("paper_matches", matches) { PaperMatchDocuments.match.write(($0, today), &$1) }
            })
        try await addWallets(of: caller.owner, add)
        try await addTrading(of: caller.owner, add)
        for file in try await market.store.archive(of: caller.owner) { try add(file.name, file.bytes) }
        return archive.finished()
    }

    private func events(of person: String) async throws -> [UInt8] {
        var all: [SecurityEvent] = []
        while true {
            let page = try await people.profiles.events(of: person, before: all.last?.id, limit: 1000)
            all += page
            if page.count < 1000 { break }
        }
        return Self.document { $0.member("events", all, AccountDocuments.event.write) }
    }

    /// Adds the wallets, and their transactions in the format that the import reads.
    private func addWallets(of owner: String, _ add: (String, [UInt8]) throws -> Void) async throws {
        let portfolio = Portfolio(market, owner: owner)
        let wallets = try await portfolio.wallets.all()
        var valuations: [Valuation] = []
        for wallet in wallets { valuations.append(try await portfolio.valuations.valuation(of: wallet)) }
        let all = valuations
        try add("wallets.json", Self.document { WalletDocuments.list.write(all, &$0) })
        let file = Bytes()
        try await portfolio.transactions.exportFile(of: wallets, as: .csv) { await file.append($0) }
        try add("transactions.csv", await file.bytes)
    }

    /// Adds the simulated account, and the verification with the photos that are still stored.
    private func addTrading(of owner: String, _ add: (String, [UInt8]) throws -> Void) async throws {
        if try await trading.accounts.find(of: owner) != nil {
            let state = try await trading.accounts.state(of: owner)
            let tickers = try await market.store.assets(ids: Set(state.balances.keys)).mapValues(\.ticker)
            let methods = try await trading.methods.all(of: owner)
            let plans = try await trading.plans.all(of: owner)
            try add(
                "simulated-account.json",
                Self.document { writer in
                    TradingDocuments.account.write((state, tickers), &writer)
                    writer.member("payment_methods", methods) { TradingDocuments.method.write($0, &$1) }
                    writer.member("open_orders", state.openOrders) { TradingDocuments.order.write($0, &$1) }
                    writer.member("repeated_purchases", plans) { TradingDocuments.plan.write($0, &$1) }
                })
            let history = Bytes()
            let file = TradingHistoryFile(format: .csv, accounts: trading.accounts, market: market)
            try await file.write(of: owner) { await history.append($0) }
            try add("simulated-history.csv", await history.bytes)
        }
        let status = try await identity.verifications.status(of: owner)
        try add(
            "verification.json", Self.document { VerificationDocuments.verification.write((status, identity.parts.now()), &$0) })
        for document in status.documents {
            guard let jpeg = try await identity.verifications.photo(document.id, of: owner) else { continue }
            try add("documents/\(document.id).jpg", jpeg)
        }
    }

    /// The bytes of a file that is written piece by piece.
    private actor Bytes {
        private(set) var bytes: [UInt8] = []
        func append(_ piece: [UInt8]) { bytes += piece }
    }

    private static func document(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(body)
        return writer.bytes
    }
}
