import Market
import MarketData
import Portfolio
import Records

/// Why the newest figure that an alert watches cannot be computed: until that changes, the alert cannot fire.
package struct AlertObstacle: Equatable, Sendable {
    package enum Kind: String, FieldChoice {
        /// No close of the coin is stored.
        case noCloses = "no-closes"
        /// Fewer closes than the figure needs.
        case fewCloses = "few-closes"
        /// No rate of the currency is stored for the newest day.
        case noRate = "no-rate"
        /// No model makes the forecasts.
        case noModel = "no-model"
        /// The diary has no forecast of the coin whose day has come.
        case noDiary = "no-diary"
        /// There is nothing in the wallets, or the wallet was deleted.
        case emptyWallets = "empty-wallets"
        /// A close, or an earlier value to compare with, is missing.
        case missingClose = "missing-close"
    }

    package let kind: Kind
    /// The closes that are needed, and those that are stored, of ``Kind/fewCloses``.
    package let need, have: Int?

    init(_ kind: Kind, need: Int? = nil, have: Int? = nil) { (self.kind, self.need, self.have) = (kind, need, have) }
}

extension AlertFigures {
    /// Returns why the newest figure is not known; nil if it is. No forecast is made.
    package func obstacle(of terms: AlertTerms, _ owner: String) async throws -> AlertObstacle? {
        guard let newest = try? await newestTime(of: terms, owner) else {
            return AlertObstacle(terms.measure.isOfWallets ? .emptyWallets : .noCloses)
        }
        if terms.measure.isOfForecast, terms.measure != .coverage { return try await forecastObstacle(terms, newest) }
        guard try await figures(of: terms, owner, after: newest - 1).isEmpty else { return nil }
        switch terms.measure {
        case .change: return try await closesObstacle(terms, need: terms.days! + 1)
        case .highest, .lowest: return try await closesObstacle(terms, need: 2)
        case .coverage: return AlertObstacle(.noDiary)
        default: return AlertObstacle(try await hasRate(terms, owner, newest) ? .missingClose : .noRate)
        }
    }

    private func forecastObstacle(_ terms: AlertTerms, _ newest: Int) async throws -> AlertObstacle? {
        guard let forecaster = try? await forecaster(), forecaster.model.hasDistribution else { return AlertObstacle(.noModel) }
        guard try await !hasHistory(terms, until: Day(secondsSince1970: newest - 1), forecaster.model) else { return nil }
        let before = terms.measure == .band ? terms.days! : 0
        return try await closesObstacle(terms, need: forecaster.model.contextLength + before)
    }

    private func closesObstacle(_ terms: AlertTerms, need: Int) async throws -> AlertObstacle {
        let have = try await market.store.newestCandles(of: terms.asset!, count: need, through: market.today - 1).count
        return have < need ? AlertObstacle(.fewCloses, need: need, have: have) : AlertObstacle(.missingClose)
    }

    private func hasRate(_ terms: AlertTerms, _ owner: String, _ newest: Int) async throws -> Bool {
        guard terms.measure.hasCurrency, terms.currency != .usd else { return true }
        let day = Day(secondsSince1970: newest - 1)
        return try await portfolio(owner).prices.conversion(to: terms.currency, from: day).rate(on: day) != nil
    }
}
