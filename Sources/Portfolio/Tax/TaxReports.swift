import Ledger
import Market
import Store

/// What a tax report is about.
package struct TaxQuestion: Equatable, Sendable {
    /// The year in which the tax year begins, in ``TaxRules/years``.
    package let year: Int
    package var country = TaxCountry.generic
    /// Nil for the country's usual one.
    package var method: MatchingMethod?
    /// The id or name of the only wallet whose disposals and income are listed; nil for all.
    package var wallet: String?
    package var zone = CalendarZone.utc
    /// Nil for the country's currency.
    package var currency: Currency?

    package init(year: Int) { self.year = year }
}

/// Computes tax reports from the journal.
package struct TaxReports: Sendable {
    private let valuations: Valuations

    init(_ valuations: Valuations) { self.valuations = valuations }

    /// Returns the disposals and the income of a tax year.
    ///
    /// All wallets of the owner are matched, also for a report on one of them, and deleted wallets if coins moved from them into others.
    ///
    /// - Throws: `Refusal` for a method that the country does not accept, ``PortfolioError/noSuchWallet(_:near:)``, `LedgerError.overflow`.
    /// - Complexity: the journal is read once, and memory grows with it.
    package func report(_ question: TaxQuestion) async throws -> TaxReport {
        let rules = question.country.rules
        let method = question.method ?? rules.methods[0]
        guard rules.methods.contains(method) else { throw Self.refusal(of: method, question.country) }
        let all = try await valuations.wallets.group(nil)
        let listed = if let name = question.wallet { WalletGroup(try await valuations.wallets.named(name)) } else { all }
        let conversion = try await valuations.prices.conversion(to: question.currency ?? rules.currency)
        let events = try await events(of: all, conversion)
        var matches: [MatchedDisposal] = []
        for coins in events.families() {
            matches += try DisposalMatching.matches(
                coins, by: method, isPerWallet: rules.isPerWallet, in: conversion.currency, day: question.zone.day)
        }
        return try await report(question, method, listed, matches, events.income, conversion)
    }

    private func events(of group: WalletGroup, _ conversion: CurrencyConversion) async throws -> CoinEvents {
        let (wallets, newest) = try await valuations.journal.feeding(group)
        var events = CoinEvents(conversion)
        try await valuations.journal.replay(wallets, upTo: newest, before: nil) { try events.add($0) }
        return events
    }

    private func report(
        _ question: TaxQuestion, _ method: MatchingMethod, _ listed: WalletGroup, _ matches: [MatchedDisposal],
        _ income: [CoinIncome], _ conversion: CurrencyConversion
    ) async throws -> TaxReport {
        let (zone, days) = (question.zone, question.country.rules.days(of: question.year))
        let wallets = Dictionary(uniqueKeysWithValues: listed.wallets.map { ($0.id, $0) })
        let chosen = matches.filter { wallets[$0.disposal.wallet] != nil && days.contains(zone.day($0.disposal.time)) }
        let earned = income.filter { wallets[$0.wallet] != nil && days.contains(zone.day($0.time)) }
        let assets = try await valuations.prices.assets(chosen.map(\.disposal.asset) + earned.map(\.asset))
        let rows = chosen.inOrder.map { match in
            Self.row(match, assets[match.disposal.asset]!, wallets[match.disposal.wallet]!, question)
        }
        let used = Set(chosen.flatMap { [$0.disposal.time] + ($0.disposal.acquiredAt.map { [$0] } ?? []) } + earned.map(\.time))
        let usedDays = Set(used.map { Day(secondsSince1970: $0) })
        let sums = try Self.sums(rows, conversion.currency)
        return TaxReport(
            country: question.country, method: method, year: question.year, days: days, zone: zone, currency: conversion.currency,
            wallets: listed, rows: rows, total: sums.total, terms: sums.terms,
            income: earned.map {
                TaxReport.Income(income: $0, asset: assets[$0.asset]!, wallet: wallets[$0.wallet]!, day: zone.day($0.time))
            }, incomeTotal: try Self.total(earned, conversion.currency),
            incomeByLabel: try TaxReport.sums(of: earned, conversion.currency),
            daysWithoutRate: usedDays.filter { !conversion.hasRate(on: $0) }.sorted(),
            olderRates: conversion.olderRates(usedDays), isUnfinished: valuations.prices.today < days.upperBound)
    }

    private static func row(_ match: MatchedDisposal, _ asset: Asset, _ wallet: Wallet, _ question: TaxQuestion) -> TaxReport.Row {
        let day = question.zone.day(match.disposal.time)
        let acquired = match.disposal.acquiredAt.map(question.zone.day)
        let term = question.country.rules.holding.flatMap { holding in
            acquired.map { day < holding.firstLongDay(acquired: $0) ? TaxReport.Term.short : .long }
        }
        return TaxReport.Row(match: match, asset: asset, wallet: wallet, day: day, acquiredDay: acquired, term: term)
    }

    private static func sums(
        _ rows: [TaxReport.Row], _ currency: Currency
    ) throws(DecimalError) -> (total: TaxReport.Sums, terms: [TaxReport.Term: TaxReport.Sums]) {
        var total = TaxReport.Sums(currency)
        var terms: [TaxReport.Term: TaxReport.Sums] = [:]
        for row in rows {
            try total.add(row.match)
            if let term = row.term { try terms[term, default: TaxReport.Sums(currency)].add(row.match) }
        }
        return (total, terms)
    }

    private static func total(_ income: [CoinIncome], _ currency: Currency) throws(DecimalError) -> PartialSum {
        var total = PartialSum(currency)
        for part in income where !part.isFree { try total.add(part.value) }
        return total
    }

    private static func refusal(of method: MatchingMethod, _ country: TaxCountry) -> Refusal {
        let names = country.rules.methods.map(\.rawValue).joined(separator: ", ")
        return Refusal(
            "method-not-accepted", .invalid,
            "\(country.rules.name) does not count by \(method.rawValue); expected \(names). The country generic accepts all methods",
            field: "method", value: method.rawValue, accepted: names)
    }
}

extension [MatchedDisposal] {
    /// By time, parts of a disposal in their own order.
    fileprivate var inOrder: [MatchedDisposal] {
        enumerated().sorted {
            ($0.element.disposal.time, $0.element.disposal.transaction, $0.offset)
                < ($1.element.disposal.time, $1.element.disposal.transaction, $1.offset)
        }.map(\.element)
    }
}
