import Forecasts
import Languages
import Ledger
import Market
import MarketData
import Notices
import Portfolio
import Services
import Store
import Trading

/// What has happened to a person's coins, wallets and forecasts since a time, in words: the same on the page and in mails.
package struct SinceReport: Sendable {
    /// A sentence, and the path of the page that shows more.
    package struct Line: Equatable, Sendable {
        package let text: String
        package let link: String?
        /// Whether it shows what a person owns.
        package let isPrivate: Bool
    }

    package struct Section: Equatable, Sendable {
        package let title: String
        package let lines: [Line]
    }

    /// The lines of one section; more are counted.
    package static let mostLines = 30
    /// The longest time that is reported on, in days: notices are not kept longer.
    package static let mostDays = Inbox.keptDays

    let market: MarketData
    let diary: Diary
    let trading: Trading

    // MARK: Sections

    /// Returns the sections that have something to say.
    ///
    /// - Parameters:
    ///   - time: the start, in seconds since 1970-01-01 UTC.
    ///   - hasNotices: whether notices are listed; a mail lists its own.
    package func sections(
        of owner: String, since time: Int, in language: Language, hasNotices: Bool = true
    ) async throws -> [Section] {
        let texts = SinceTexts(language)
        // The last closes that were known then, and now.
        let (then, now) = (Day(secondsSince1970: time) - 1, market.today - 1)
        let portfolio = Portfolio(market, owner: owner)
        let wallets = try await portfolio.wallets.all()
        let coins = try await coins(of: portfolio, wallets)
        var sections: [Section] = []
        func add(_ title: String, _ lines: [Line]) {
            guard !lines.isEmpty else { return }
            let rest = lines.count - Self.mostLines
            let shown = Array(lines.prefix(Self.mostLines))
            let more = rest > 0 ? [Line(text: texts.more(rest), link: nil, isPrivate: false)] : []
            sections.append(Section(title: title, lines: shown + more))
        }
        add(texts.prices, try await prices(coins, then, now, texts))
        add(texts.wallets, try await totals(portfolio, wallets, then, texts))
        add(texts.forecasts, try await forecasts(coins, then, now, texts))
        if hasNotices { add(texts.notices, try await notices(owner, since: time, language)) }
        add(texts.due, try await due(owner, texts))
        return sections
    }

    /// Favourites and held coins, by ticker.
    private func coins(of portfolio: Portfolio, _ wallets: [Wallet]) async throws -> [Asset] {
        var coins = try await Favourites(market, owner: portfolio.owner).all()
        if !wallets.isEmpty {
            coins += try await portfolio.valuations.holdings(of: portfolio.wallets.group(nil)).coins.map(\.asset)
        }
        let byID = Dictionary(coins.map { ($0.id, $0) }) { first, _ in first }
        return byID.values.filter { Currency($0.id) == nil }.sorted {
            ($0.ticker.description, $0.id) < ($1.ticker.description, $1.id)
        }
    }

    private static func page(of coin: Asset) -> String { "/coins/\(coin.id)" }

    private func prices(_ coins: [Asset], _ then: Day, _ now: Day, _ texts: SinceTexts) async throws -> [Line] {
        let ids = Set(coins.map(\.id))
        let old = try await market.store.newestCandle(of: ids, through: then)
        let new = try await market.store.newestCandle(of: ids, through: now)
        return coins.compactMap { coin in
            // Without a close since then, nothing is known to have changed.
            guard let before = old[coin.id]?.candle, let after = new[coin.id]?.candle, after.day > before.day else { return nil }
            return Line(
                text: texts.price(coin.ticker.description, before.close, after.close), link: Self.page(of: coin), isPrivate: false)
        }
    }

    private func totals(_ portfolio: Portfolio, _ wallets: [Wallet], _ then: Day, _ texts: SinceTexts) async throws -> [Line] {
        var lines: [Line] = []
        for wallet in wallets.prefix(Self.mostLines) {
            let before = try await portfolio.valuations.valuation(of: wallet, on: then).total
            let after = try await portfolio.valuations.valuation(of: wallet).total
            guard before != after else { continue }
            lines.append(Line(text: texts.total(wallet.name, before, after), link: "/portfolio", isPrivate: true))
        }
        return lines
    }

    private func forecasts(_ coins: [Asset], _ then: Day, _ now: Day, _ texts: SinceTexts) async throws -> [Line] {
        let closes = try await market.store.newestCandle(of: Set(coins.map(\.id)), through: now)
        var lines: [Line] = []
        for coin in coins {
            guard let close = closes[coin.id]?.candle, close.day > then,
                let bands = try await diary.bands(of: coin.id, for: close.day, madeBy: then)
            else { continue }
            lines.append(
                Line(text: texts.forecast(coin.ticker.description, close, bands), link: Self.page(of: coin), isPrivate: false))
        }
        return lines
    }

    private func notices(_ owner: String, since time: Int, _ language: Language) async throws -> [Line] {
        try await market.store.reading { reading in
            try reading.rows(
                InboxNotice.self, "WHERE owner = ? AND created_at >= ? ORDER BY created_at DESC, rowid DESC LIMIT ?", owner, time,
                Inbox.shown)
        }.map { Line(text: $0.text(in: language), link: $0.link, isPrivate: true) }
    }

    private func due(_ owner: String, _ texts: SinceTexts) async throws -> [Line] {
        var lines = try await trading.payments.open(of: owner).map { payment in
            Line(text: texts.payment(payment), link: "/trading/payments/\(payment.id)", isPrivate: true)
        }
        let status = try await trading.identity.verifications.status(of: owner)
        if status.isNeeded, let text = texts.verification(status.verification.state) {
            lines.append(Line(text: text, link: "/trading/verification", isPrivate: false))
        }
        return lines
    }
}

extension ServerParts {
    /// What has happened since a time.
    package var sinceReport: SinceReport { SinceReport(market: market, diary: diary, trading: trading) }
}
