import Ledger
import Market
import Platform
import Records
import Store

/// A figure that is watched for a person, and the threshold at which the person is told.
package struct Alert: Equatable, StoredRecord {
    /// `a_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    package let measure: AlertMeasure
    /// The id of the coin.
    package let asset: String?
    package let account: AlertAccount
    /// The permanent id of the wallet; nil for all wallets together.
    package let wallet: String?
    package let direction: AlertDirection
    /// In ``currency``, percent or days; see ``AlertMeasure/unit``.
    package let threshold: FixedDecimal
    package let currency: Currency
    package let days: Int?
    /// The price of a probability, in US dollars.
    package let price: FixedDecimal?
    /// The first day whose closes count for the highest and the lowest; nil for all.
    package let since: Day?
    /// How far the figure must go back before the alert is armed again: percent of a threshold in money, else in the threshold's unit.
    package let margin: FixedDecimal
    package let repeats: Bool
    /// The last day whose figures count.
    package let endsOn: Day?
    package let note: String
    package internal(set) var state: AlertState
    package let createdAt: Moment
    /// The newest figure that the alert has seen, if it has not seen the same as its series: figures up to then never fire.
    package internal(set) var seenUntil: Moment?
    package internal(set) var firedCount: Int
    package internal(set) var lastFiredAt: Moment?
    /// When the person removed it; the removal can be undone for a day.
    package internal(set) var removedAt: Moment?
    /// All alerts with the same series watch the same figure.
    let series: String
    /// The threshold and the level of the margin as the figures are: SQL compares them.
    let level, rearmLevel: Double

    init(_ terms: AlertTerms, of owner: String, from start: AlertStart, at now: Moment) {
        id = "a_" + RandomID.hexadecimal(digits: 16)
        self.owner = owner
        (measure, asset, account, wallet) = (terms.measure, terms.asset?.description, terms.account, terms.wallet)
        (direction, threshold, currency, days) = (terms.direction, terms.threshold, terms.currency, terms.days)
        (price, since, margin, repeats) = (terms.price, terms.since, terms.margin, terms.repeats)
        (endsOn, note) = (terms.endsOn, terms.note)
        (series, level, rearmLevel) = (terms.series(of: owner), terms.crossing.level, terms.crossing.rearmLevel)
        state = start.value.map { terms.crossing.isPassed($0) } == true ? .waiting : .armed
        (createdAt, seenUntil, firedCount, lastFiredAt, removedAt) = (now, Moment(seconds: start.time), 0, nil, nil)
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("a_"))
        owner = try field("owner", \.owner, inDocuments: false)
        measure = try field("measure", \.measure)
        asset = try field("asset", \.asset, nil, "The coin's id.")
        account = try field("account", \.account)
        wallet = try field("wallet", \.wallet, nil, "The wallet's permanent id; null for all wallets together.")
        direction = try field("direction", \.direction)
        threshold = try field("threshold", \.threshold, nil, "In the currency, percent or days, as the measure is.")
        currency = try field("currency", \.currency)
        days = try field("days", \.days)
        price = try field("price", \.price, nil, "The price of a probability, in US dollars.")
        since = try field("since", \.since, nil, "The first day whose closes count for the highest and the lowest; null for all.")
        margin = try field(
            "margin", \.margin, nil,
            "How far the figure must go back before the alert can fire again: percent of a threshold in money, else as the threshold."
        )
        repeats = try field("repeats", \.repeats)
        endsOn = try field("ends_on", \.endsOn, nil, "The last day whose figures count.")
        note = try field("note", \.note)
        state = try field("state", \.state)
        createdAt = try field("created_at", \.createdAt)
        seenUntil = try field("seen_until", \.seenUntil, inDocuments: false)
        firedCount = try field("fired_count", \.firedCount)
        lastFiredAt = try field("last_fired_at", \.lastFiredAt)
        removedAt = try field("removed_at", \.removedAt, inDocuments: false)
        series = try field("series", \.series, inDocuments: false)
        level = try field("level", \.level, inDocuments: false)
        rearmLevel = try field("rearm_level", \.rearmLevel, inDocuments: false)
    }

    package static var schemaName: String? { "Alert" }
    package static let table = Table<Alert>("alerts")

    package var terms: AlertTerms {
        AlertTerms(
            measure: measure, asset: asset.flatMap { AssetID($0) }, account: account, wallet: wallet, direction: direction,
            threshold: threshold, currency: currency, days: days, price: price, since: since, margin: margin, repeats: repeats,
            endsOn: endsOn, note: note)
    }

    /// Whether its last day has passed.
    package func isOver(at now: Moment) -> Bool { endsOn.map { now.seconds > ($0 + 1).daysSince1970 * 86_400 } ?? false }
}

/// From which figure on an alert watches.
struct AlertStart {
    /// Seconds since 1970-01-01 UTC.
    let time: Int
    /// The figure at that time; nil if it is not known.
    let value: Double?
}

/// One time that an alert has fired, with the figures that it saw.
package struct AlertFiring: Equatable, StoredRecord {
    /// `f_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    package let alert: String
    /// When the figure was reached: the end of the day of a close, or the time of a quote.
    package let time: Moment
    package let firedAt: Moment
    /// The figure, in the unit of the measure.
    package let value: Double
    /// The coin's price, or the wallets' total, at that time.
    package let price: Double?
    /// What the price was compared with: an earlier close, the highest or lowest before, or the end of the band.
    package let reference: Double?
    /// Whether it was noticed more than a day after it happened.
    package let isLate: Bool

    init(of alert: Alert, _ figure: AlertFigure, at now: Moment) {
        id = "f_" + RandomID.hexadecimal(digits: 16)
        (owner, self.alert, time, firedAt) = (alert.owner, alert.id, Moment(seconds: figure.time), now)
        (value, price, reference) = (figure.value, figure.price, figure.reference)
        isLate = now.seconds - figure.time > Self.lateSeconds
    }

    /// A close usually arrives within hours of the end of its day.
    static let lateSeconds = 36 * 3600

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("f_"))
        owner = try field("owner", \.owner, inDocuments: false)
        alert = try field("alert", \.alert, .id("a_"))
        time = try field("time", \.time, nil, "The end of the day of a close, or the time of a quote.")
        firedAt = try field("fired_at", \.firedAt)
        value = try field("value", \.value, nil, "The figure, in the unit of the measure.")
        price = try field("price", \.price, nil, "The coin's price, or the wallets' total, at that time.")
        reference = try field(
            "reference", \.reference, nil, "An earlier close, the highest or lowest close before, or the end of the band.")
        isLate = try field("late", \.isLate, nil, "Whether it was noticed more than 36 hours after it happened.")
    }

    package static var schemaName: String? { "AlertFiring" }
    package static let table = Table<AlertFiring>("alert_firings")
}
