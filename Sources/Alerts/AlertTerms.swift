import Ledger
import Market
import Platform
import Records

/// What a person asks for: the input of a new alert.
package struct AlertDraft: Record {
    package let measure: AlertMeasure
    package let asset, wallet: String?
    package let account: AlertAccount
    package let direction: AlertDirection?
    package let threshold: FixedDecimal?
    package let currency: Currency
    package let days: Int?
    package let price: FixedDecimal?
    package let since: Day?
    package let margin: FixedDecimal
    package let repeats: Bool
    package let endsOn: Day?
    package let note: String

    package static let longestNote = 500

    package init(_ field: inout Fields<Self>) throws {
        measure = try field("measure", \.measure)
        asset = try field("asset", \.asset, .text(1...64), "The coin's ticker or id; not for totals.")
        account = try field("account", \.account, nil, "Whose total is watched.", default: .wallets)
        wallet = try field("wallet", \.wallet, .text(1...200), "A wallet's name or id; all wallets together without it.")
        direction = try field("direction", \.direction, Schema.choice(AlertDirection.allCases.map(\.rawValue)))
        threshold = try field(
            "threshold", \.threshold, Schema.decimal(.any), "In the currency, percent or days, as the measure is.")
        currency = try field("currency", \.currency, nil, "Of a price or a total.", default: .usd)
        days = try field("days", \.days, Schema.integer(1...365), "The days of a change, a forecast or its band.")
        price = try field("price", \.price, Schema.decimal(.positive), "The price of a probability, in US dollars.")
        since = try field("since", \.since, Schema.day, "For the highest and the lowest; all days without it.")
        margin = try field(
            "margin", \.margin, .decimal(.notNegative),
            "How far the figure must go back before the alert can fire again: percent of a threshold in money, else as the threshold.",
            default: AlertTerms.usualMargin)
        repeats = try field("repeats", \.repeats, nil, "Whether it fires at every crossing instead of once.", default: false)
        endsOn = try field("ends_on", \.endsOn, Schema.day, "The last day whose figures count.")
        note = try field("note", \.note, .kept(0...Self.longestNote), nil, default: "")
    }

    package static var schemaName: String? { "AlertDraft" }
}

/// What an alert watches for, checked.
package struct AlertTerms: Hashable, Sendable {
    package let measure: AlertMeasure
    package let asset: AssetID?
    package let account: AlertAccount
    package let wallet: String?
    package let direction: AlertDirection
    package let threshold: FixedDecimal
    package let currency: Currency
    package let days: Int?
    package let price: FixedDecimal?
    package let since: Day?
    package let margin: FixedDecimal
    package let repeats: Bool
    package let endsOn: Day?
    package let note: String

    package static let usualMargin: FixedDecimal = .one

    /// The threshold, and when an alert that has fired is armed again.
    package var crossing: AlertCrossing {
        let level = threshold.doubleValue
        let distance = measure.unit == .money ? abs(level) * margin.doubleValue / 100 : margin.doubleValue
        return AlertCrossing(
            isAbove: direction == .above, level: level, rearmLevel: direction == .above ? level - distance : level + distance)
    }

    /// Names the figure that is watched: alerts of the same series are compared with the same figures.
    func series(of owner: String) -> String {
        var parts = [measure.rawValue]
        if measure.isOfWallets { parts += [account.rawValue, wallet ?? "*"] }
        if let asset { parts.append(asset.description) }
        if measure.hasCurrency { parts.append(currency.code) }
        parts += [days?.description, price?.description, since?.description].compactMap(\.self)
        // An owner is any text, so it is last.
        return parts.joined(separator: "/") + (measure.isOfWallets ? " \(owner)" : "")
    }
}

extension AlertTerms {
    /// Checks a draft.
    ///
    /// - Parameters:
    ///   - asset: the coin that the draft names.
    ///   - wallet: the permanent id of the wallet that it names.
    ///   - today: the first day that has not ended.
    /// - Throws: ``AlertError``.
    init(_ draft: AlertDraft, asset: AssetID?, wallet: String?, today: Day) throws(AlertError) {
        let measure = draft.measure
        try Self.require(draft.asset != nil, measure.isOfCoin, "asset", measure)
        guard draft.wallet == nil || measure.isOfWallets && draft.account == .wallets else {
            throw .notOfMeasure("wallet", measure)
        }
        guard draft.account == .wallets || measure.isOfWallets else { throw .notOfMeasure("account", measure) }
        try Self.require(draft.days != nil, measure.days != nil, "days", measure)
        if let days = draft.days, let range = measure.days, !range.contains(days) { throw .badDays(days, range, measure) }
        try Self.require(draft.price != nil, measure.hasPrice, "price", measure)
        guard draft.since == nil || measure.hasSince else { throw .notOfMeasure("since", measure) }
        guard let direction = draft.direction ?? measure.usual?.direction else { throw .missing("direction", measure) }
        guard measure.usual == nil || direction == measure.usual?.direction else { throw .fixedDirection(measure) }
        guard let threshold = draft.threshold ?? measure.usual.map({ FixedDecimal($0.threshold) }) else {
            throw .missing("threshold", measure)
        }
        let range = measure.thresholds
        guard threshold >= FixedDecimal(range.lowerBound), threshold <= FixedDecimal(range.upperBound),
            measure != .price || threshold > .zero
        else { throw .badThreshold(threshold, range, measure) }
        guard draft.margin <= FixedDecimal(100) else { throw .badMargin(draft.margin) }
        if let ends = draft.endsOn, ends < today { throw .endsInPast(ends) }
        if let since = draft.since, since > today { throw .sinceInFuture(since) }
        self.init(
            measure: measure, asset: asset, account: draft.account, wallet: wallet, direction: direction, threshold: threshold,
            currency: measure.hasCurrency ? draft.currency : .usd, days: draft.days, price: draft.price, since: draft.since,
            margin: draft.margin, repeats: draft.repeats, endsOn: draft.endsOn, note: draft.note)
    }

    private static func require(
        _ isGiven: Bool, _ isNeeded: Bool, _ field: String, _ measure: AlertMeasure
    ) throws(AlertError) {
        guard isGiven != isNeeded else { return }
        throw isNeeded ? .missing(field, measure) : .notOfMeasure(field, measure)
    }
}

/// When an alert fires, and when it can fire again.
package struct AlertCrossing: Equatable, Sendable {
    package let isAbove: Bool
    package let level: Double
    package let rearmLevel: Double

    /// Whether a figure is beyond the threshold; a figure that equals it is not.
    package func isPassed(_ value: Double) -> Bool { isAbove ? value > level : value < level }

    /// Whether a figure has gone back far enough.
    package func isBack(_ value: Double) -> Bool { isAbove ? value <= rearmLevel : value >= rearmLevel }
}

/// A figure at a time.
package struct AlertFigure: Equatable, Sendable {
    /// Seconds since 1970-01-01 UTC: the end of the day of a close, or the time of a quote.
    package let time: Int
    package let value: Double
    package var price: Double?
    package var reference: Double?
    /// For totals: until when the newest close of the day was stored. A transaction of the past changes totals, but old closes stay
    /// no news.
    package var arrivedAt: Int?

    package init(time: Int, value: Double, price: Double? = nil, reference: Double? = nil) {
        (self.time, self.value, self.price, self.reference) = (time, value, price, reference)
    }
}
