import Access
import Forecasts
import HTMLTemplates
import HTTPEdge
import Languages
import Market
import MarketData
import NewsWeb
import PageKit
import Platform
import Portfolio
import Services

/// Collects the contents of a coin's page.
package struct CoinPage: Sendable {
    /// The services that the pages of all coins read from.
    package struct Sources: Sendable {
        let market: MarketData
        let portfolios: Portfolios
        let gains: CoinPosition.OwnerGains
        let favourites: @Sendable (Principal) -> Favourites
        let outlooks: CoinOutlooks
        let diary: CoinDiary
        let actions: CoinActions

        var headlines: Headlines { Headlines(market: market) }
    }

    /// The state that a refused form adds to the page.
    struct State: Sendable {
        var fields = Fields()
        var errors = FormErrors()
        /// The task that asks providers for new closes, while it waits or runs.
        var refresh: LongTask?
        /// Why no new closes came.
        var refreshFailure: PriceFailure?
    }

    let sources: Sources
    let asset: Asset
    let visit: Visit
    let state: State

    private var words: Words { visit.words }
    private var path: String { Self.path(visit) }

    func page() async throws -> PageKit.Page {
        let today = sources.market.today
        let history = try await sources.market.history(of: asset, periodDays: 30)
        let stored = history.candles
        guard let newest = stored.last, let statistics = history.statistics else {
            return PageKit.Page("coin-empty", title: "\(asset.ticker)", place: .markets, try await emptyValues())
        }
        let attempt = try await sources.outlooks.attempt(asset)
        var picture = PricePicture(asset, stored.map(\.candle), try? attempt.get(), today: today)
        let shown = CoinDiary.shown(visit)
        picture.pastFan = try await sources.diary.fan(shown, of: asset.id)
        let wallets = try await sources.portfolios(visit.caller).wallets.group(nil)
        let position = try await CoinPosition.of(asset, sources.portfolios(visit.caller), wallets, sources.gains, visit)
        picture.trades = position?.trades ?? []
        let headlines = try await sources.headlines.about(asset, visit)
        picture.newsDays = headlines.busyDays
        var values = try await headValues(picture, newest, wallets.wallets)
        values["position"] = position?.values ?? false
        values.merge(chartValues(picture, shown: shown, attempt)) { first, _ in first }
        values["diary"] = try await diary(picture, shown: shown)
        values["headlines"] = headlines.values
        let candles = picture.closes
        values["figures"] =
            CoinFiguresView(
                asset: asset, statistics: statistics, history: HistoryFigures(candles)!, picture: picture, newest: newest,
                words: words
            ).values
        let doubts = words.sentences(for: doubts(candles, picture))
        values["doubts"] = .list(doubts.map { .text($0) })
        values["hasDoubts"] = .flag(!doubts.isEmpty)
        values["failed"] = failed ?? false
        values["stale"] = stale(picture, newest) ?? false
        var page = PageKit.Page("coin", title: "\(asset.ticker)", place: .markets, scripts: ["chart-page"], values)
        if case .failure(.busy) = attempt { page.isPassing = true }
        return page
    }

    /// The faults of the stored closes. A forecast itself says whether the closes that the model reads rarely change: a second
    /// count, over all closes, could contradict it.
    private func doubts(_ candles: [Candle], _ picture: PricePicture) -> [HistoryFault] {
        HistoryFault.all(in: candles, today: picture.today).filter { fault in
            if case .unchanged = fault { picture.outlook == nil } else { true }
        }
    }

    // MARK: The head

    private func headValues(_ picture: PricePicture, _ newest: StoredCandle, _ wallets: [Wallet]) async throws -> Values {
        let price = words.format.price(picture.lastClose)
        var values = try await nameValues()
        values["price"] = .text(price)
        values["unit"] = .text(asset.quoteCurrency)
        values.merge(change(picture)) { $1 }
        values["bell"] = AlertBell.coin(asset, named: visit.path("coin"), words)
        values["isOld"] = .flag(isOld(picture, newest))
        values["add"] = AddToWallet.values(
            asset, wallets, price: "\(price) \(asset.quoteCurrency)", fields: state.fields, errors: state.errors, words)
        values["trade"] = try await sources.actions.trade(asset, visit)
        values["htmlClass"] = Amounts(visit).pageClass
        values["compare"] = .text("/compare?coins=\(URLForm.encoded(visit.path("coin")))")
        return values
    }

    /// The change over the period that the reader chose for the chart. The note names its first day where the period's name would
    /// be wrong or say nothing: with a missing close, or over all days.
    private func change(_ picture: PricePicture) -> Values {
        let period = ChartChoice(visit).past
        let closes = picture.closes(of: period)
        let change = closes.count > 1 ? closes.first.map { picture.lastClose / $0.close - 1 } : nil
        let first = closes.first?.day ?? picture.last
        let day = words.format.date(picture.last)
        let note =
            if change == nil {
                words("coin.close-of", ["day": day])
            } else if let days = period.days, first == picture.last - days {
                words("coin.change", ["period": words("period.\(period.rawValue)", n: days), "day": day])
            } else {
                words("coin.change-since", ["first": words.format.date(first), "day": day])
            }
        return ["change": ChangeView.of(change, words), "changeNote": .text(note)]
    }

    private func nameValues() async throws -> Values {
        let isFavourite = try await sources.favourites(visit.caller).contains(asset)
        return [
            "coin": CoinView.of(asset, words), "path": .text(path), "isFavourite": .flag(isFavourite), "compare": false,
            "starLabel": .text(words(isFavourite ? "star.remove" : "star.add", ["coin": "\(asset.ticker)"])),
            "isSimulated": .flag(SimulatedMarket.isTicker(asset.ticker)), "canRefresh": .flag(canRefresh && state.refresh == nil),
        ].merging(PriceFetch.values(state.refresh, words)) { $1 }
    }

    private var canRefresh: Bool { sources.actions.canRefresh(asset) }

    // MARK: The forecast

    private func chartValues(_ picture: PricePicture, shown: Int64?, _ attempt: Result<CoinOutlook, NoForecast>) -> Values {
        let choice = ChartChoice(visit)
        let files = [(label: words("chart.csv"), href: "\(path)/chart.csv")]
        let chart = ForecastChart(
            picture: picture, choice: choice, path: path, data: "\(path)/chart.json\(shown.map { "?diary=\($0)" } ?? "")",
            files: files, words: words, shown: shown)
        var values: Values = [
            "chart": chart.values, "extremes": ExtremesView.values(picture, choice.past, words), "odds": .flag(false),
            "honesty": .flag(false), "none": .flag(false),
        ]
        switch attempt {
        case .success(let outlook):
            if let days = chart.days {
                values["odds"] = OddsView.values(outlook, days: days, unit: picture.unit, named: visit.path("coin"), words)
            }
            let note = SimulatedMarket.isTicker(asset.ticker) ? words("coin.simulated-note") : nil
            values["honesty"] = HonestyView.values(outlook, note: note, canMeasure: true, words)
        case .failure(let reason): values["none"] = reason.values(words)
        }
        return values
    }

    private func diary(_ picture: PricePicture, shown: Int64?) async throws -> TemplateValue {
        let (entries, summary) = try await sources.diary.newest(CoinDiaryView.most, of: asset.id)
        return CoinDiaryView(
            entries: entries, summary: summary, picture: picture, choice: ChartChoice(visit), path: path, shown: shown, words: words
        ).values
    }

    // MARK: Notices

    /// Why the closes that the reader asked for did not come.
    private var failed: TemplateValue? {
        state.refreshFailure.map {
            notice(words("coin.refresh-failed"), $0.sentence(words), details: $0.details(words))
        }
    }

    private func isOld(_ picture: PricePicture, _ newest: StoredCandle) -> Bool {
        picture.today - picture.last > 1 && newest.source != SampleMarkets.source
    }

    /// How old the last close is, and what to do about it. The head shows its day, so that the chart can come before this sentence.
    private func stale(_ picture: PricePicture, _ newest: StoredCandle) -> TemplateValue? {
        guard isOld(picture, newest), state.refreshFailure == nil, state.refresh == nil else { return nil }
        return notice(
            words("coin.stale", n: picture.today - picture.last, ["day": words.format.date(picture.last)]),
            (picture.outlook == nil ? "" : words("coin.stale-forecast") + " ")
                + words(canRefresh ? "coin.stale-refresh" : "coin.stale-no-feed"))
    }

    private func notice(_ lead: String, _ text: String, details: [String] = []) -> TemplateValue {
        [
            "lead": .text(lead), "text": .text(text), "canRefresh": .flag(canRefresh),
            "details": .list(details.map { .text($0) }), "hasDetails": .flag(!details.isEmpty),
        ]
    }

    // MARK: Without closes

    private func emptyValues() async throws -> Values {
        var values = try await nameValues()
        values["failure"] = state.refreshFailure.map { $0.values(words) } ?? false
        values["command"] = .text("closecast history import \(asset.ticker).csv")
        values["headlines"] = try await sources.headlines.about(asset, visit).values
        return values
    }

    /// The page's own address, with the name that the reader used: several coins may have the same ticker.
    static func path(_ visit: Visit) -> String { "/coins/\(URLForm.encoded(visit.path("coin")))" }

    /// The page for a name that belongs to no coin, or to several.
    ///
    /// - Parameters:
    ///   - others: the names of coins that the reader may have meant.
    ///   - isShared: whether the name is the ticker of all of them.
    static func missing(_ text: String, others: [String], isShared: Bool = false, _ words: Words) -> PageKit.Page {
        let name = ["name": text.cut(to: 40)]
        let title = isShared ? words("coin.several.title") : words("coin.missing.title")
        let page = PageKit.Page(
            "coin-missing", title: title, place: .markets,
            [
                "title": .text(title), "status": isShared ? "300" : "404",
                "text": .text(isShared ? words("coin.several.text", name) : words("coin.missing.text", name)),
                "lead": .optional(isShared ? nil : words("coin.missing.near")),
                "others": .list(others.map { ["name": .text($0), "href": .text("/coins/\(URLForm.encoded($0))")] }),
                "hasOthers": .flag(!others.isEmpty),
                "search": .text("\(PageKit.Page.Place.markets.path)?q=\(URLForm.encoded(text))"),
            ])
        return page.with(isShared ? .multipleChoices : .notFound)
    }
}

extension Words {
    /// Returns a sentence for each doubt about stored closes; their age is shown elsewhere.
    func sentences(for doubts: [HistoryFault]) -> [String] {
        faultList(doubts.compactMap { sentence(for: $0) }.map { (nil, $0) })
    }

    func sentence(for doubt: HistoryFault) -> String? {
        switch doubt {
        case .gap(let first, let last):
            self("fault.gap", n: last - first + 1, ["after": format.date(first - 1), "before": format.date(last + 1)])
        case .jump(let day, let from, let to):
            self("fault.jump", ["day": format.date(day), "from": format.price(from), "to": format.price(to)])
        case .shift(let day, let from, let to):
            self("fault.shift", ["day": format.date(day), "from": format.price(from), "to": format.price(to)])
        case .candles(let days, let first, _): self("fault.candles", n: days, ["day": format.date(first)])
        case .spike(let day, let close, let before, _):
            self("fault.spike", ["day": format.date(day), "close": format.price(close), "before": format.price(before)])
        case .unchanged(let days, let count): self("fault.unchanged", n: days, ["count": format.price(Double(count), decimals: 0)])
        case .stale: nil
        }
    }
}
