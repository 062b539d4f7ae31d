import Forecasts
import Languages
import Market
import Notices
import Store

/// Tells people once a week how the forecasts in the diary have done: those who have alerts, favourites or wallets.
///
/// A week is told from noon of its Monday (UTC) on, when the closes of its last day have come, and for two days: whoever begins to use
/// the server later is not told about weeks before. The notice and the check that there is none yet are one transaction.
package struct DiaryNotices: Sendable {
    private let store: Store
    private let diary: Diary
    /// Seconds since 1970-01-01 UTC.
    private let now: @Sendable () -> Int

    /// The time from the end of a week until it is told, and until it is no longer told, in seconds.
    static let told = 43_200..<3 * 86_400 - 43_200
    /// People told in one transaction.
    private static let batch = 200

    package init(_ store: Store, _ diary: Diary, now: @escaping @Sendable () -> Int) {
        (self.store, self.diary, self.now) = (store, diary, now)
    }

    /// The due work of one process.
    package func due(holder: String) -> DueWork {
        DueWork("diary-notices", every: 600, in: store, holder: holder) { [self] in
            guard let days = week, case let owners = try await owners(days), !owners.isEmpty else { return nil }
            return { [self] in try await tell(owners, days) }
        }
    }

    /// Tells everybody who has not been told about the last week.
    ///
    /// - Returns: the number of people told.
    @discardableResult package func run() async throws -> Int {
        guard let days = week else { return 0 }
        return try await tell(owners(days), days)
    }

    /// Monday to Sunday of the last week, while it is told.
    private var week: ClosedRange<Day>? {
        let now = now()
        let today = Day(secondsSince1970: now)
        // 1970-01-05 was a Monday.
        let weekday = ((today.daysSince1970 - 4) % 7 + 7) % 7
        let monday = today - weekday
        return Self.told.contains(now - monday.daysSince1970 * 86_400) ? monday - 7...monday - 1 : nil
    }

    private static func subject(_ days: ClosedRange<Day>) -> String { "week-\(days.lowerBound)" }

    private func owners(_ days: ClosedRange<Day>) async throws -> [String] {
        try await store.reading { reading in
            try reading.rows(
                """
                SELECT id FROM owners WHERE (
                    EXISTS (SELECT 1 FROM alerts WHERE alerts.owner = owners.id AND removed_at IS NULL)
                    OR EXISTS (SELECT 1 FROM favourites WHERE favourites.owner = owners.id)
                    OR EXISTS (SELECT 1 FROM wallets WHERE wallets.owner = owners.id AND kind = 'recorded' AND deleted_at IS NULL))
                    AND NOT EXISTS (SELECT 1 FROM notices WHERE subject = ? AND notices.owner = owners.id AND kind = 'diary')
                """, [Self.subject(days)]
            ).map { try $0.decode(atIndex: 0) }
        }
    }

    private func tell(_ owners: [String], _ days: ClosedRange<Day>) async throws -> Int {
        guard !owners.isEmpty, let week = try await diary.week(days) else { return 0 }
        var count = 0
        for start in stride(from: 0, to: owners.count, by: Self.batch) {
            try Task.checkCancellation()
            let some = owners[start..<min(start + Self.batch, owners.count)]
            count += try await store.change { change in
                try some.reduce(0) { count, owner in
                    // The account may have been deleted since.
                    let exists: Int? = try change.reading.value("SELECT 1 FROM owners WHERE id = ?", [owner])
                    guard exists != nil, try change.tellOnce(owner, Announcement(week, subject: Self.subject(days))) != nil else {
                        return count
                    }
                    return count + 1
                }
            }
        }
        return count
    }
}

extension Announcement {
    fileprivate init(_ week: DiaryWeek, subject: String) {
        self.init(.diary, subject: subject, link: "/since") { DiarySentences($0).score(of: week) }
    }
}

/// The score of a week in words.
package struct DiarySentences: Sendable {
    private let conventions: Conventions
    private let texts: Texts

    private struct Texts {
        let head, bands, skill, unknown: String
    }

    package init(_ language: Language) {
        conventions = Conventions(of: language)
        texts =
            switch language {
            case .english:
                Texts(
                    head: "Forecast diary, {from} – {to} (coins: {coins}, comparisons with closes: {n})",
                    bands: "{c80} within the 80% bands, {c95} within the 95% bands",
                    skill: "skill against the naive forecast {skill}", unknown: "no skill can be computed")
            case .italian:
                Texts(
                    head: "Diario delle previsioni, {from} – {to} (monete: {coins}, confronti con le chiusure: {n})",
                    bands: "{c80} nelle bande all’80%, {c95} in quelle al 95%",
                    skill: "vantaggio sulla previsione ingenua {skill}", unknown: "il vantaggio non è calcolabile")
            case .russian:
                Texts(
                    head: "Дневник прогнозов, {from} – {to} (монет: {coins}, сравнений с ценами закрытия: {n})",
                    bands: "{c80} в 80-процентных диапазонах, {c95} в 95-процентных",
                    skill: "преимущество над наивным прогнозом {skill}", unknown: "преимущество нельзя вычислить")
            case .kazakh:
                Texts(
                    head: "Болжамдар күнделігі, {from} – {to} (монета: {coins}, жабылу бағаларымен салыстыру: {n})",
                    bands: "80% жолақта {c80}, 95% жолақта {c95}", skill: "қарапайым болжамнан артықшылығы {skill}",
                    unknown: "артықшылығын есептеу мүмкін емес")
            }
    }

    /// "Forecast diary, 23 Nov 2026 – 29 Nov 2026 (coins: 2, comparisons with closes: 140): 82% within the 80% bands, …".
    package func score(of week: DiaryWeek) -> String {
        var parts: [String] = []
        if week.coverage80 != nil, week.coverage95 != nil { parts.append(texts.bands) }
        parts.append(week.skill == nil ? texts.unknown : texts.skill)
        let values = [
            "from": conventions.date(week.days.lowerBound), "to": conventions.date(week.days.upperBound),
            "coins": conventions.price(Double(week.coins), decimals: 0),
            "n": conventions.price(Double(week.comparisons), decimals: 0),
            "c80": conventions.share(week.coverage80 ?? 0), "c95": conventions.share(week.coverage95 ?? 0),
            "skill": conventions.percent(week.skill ?? 0),
        ]
        return values.reduce("\(texts.head): \(parts.joined(separator: "; "))") {
            $0.replacing("{\($1.key)}", with: $1.value)
        }
    }
}
