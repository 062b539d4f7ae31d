import Languages
import Ledger
import Market

/// What an alert is about, by the names that people know.
package struct AlertSubject: Equatable, Sendable {
    package let coin: String?
    /// The name of the wallet; nil for all wallets together.
    package let wallet: String?

    package init(coin: String?, wallet: String?) { (self.coin, self.wallet) = (coin, wallet) }
}

/// Alerts and firings in words, the same for pages, notices and the command line.
package struct AlertSentences: Sendable {
    private let conventions: Conventions
    private let texts: AlertTexts

    package init(_ language: Language) { (conventions, texts) = (Conventions(of: language), AlertTexts.of(language)) }

    /// What an alert watches for: "BTC above 60,000 USD".
    package func condition(_ terms: AlertTerms, _ subject: AlertSubject) -> String {
        let wallet =
            terms.account == .practice ? texts.practice : subject.wallet.map { texts.quoted($0) } ?? texts.allWallets
        let values = [
            "coin": subject.coin ?? "", "wallet": wallet, "days": texts.days(terms.days ?? 0, conventions),
            "threshold": figure(terms.threshold.doubleValue, terms), "since": terms.since.map { conventions.date($0) } ?? "",
            "price": terms.price.map { money($0.doubleValue, .usd) } ?? "",
        ]
        return (texts.conditions[key(terms)] ?? "{coin}").filled(values)
    }

    private func key(_ terms: AlertTerms) -> String {
        switch terms.measure {
        case .highest, .lowest: terms.measure.rawValue + (terms.since == nil ? "" : "-since")
        case .band, .coverage, .staleness: terms.measure.rawValue
        default: "\(terms.measure.rawValue)-\(terms.direction.rawValue)"
        }
    }

    /// What happened: "BTC above 60,000 USD: 61,234.50 USD (27 Nov 2026)".
    package func firing(_ terms: AlertTerms, _ subject: AlertSubject, value: Double, time: Int, isLate: Bool) -> String {
        let late = isLate ? ", \(texts.late)" : ""
        return "\(condition(terms, subject)): \(figure(value, terms)) (\(moment(time))\(late))"
    }

    /// Why an alert cannot fire now: "500 closes are needed, 2 are stored".
    package func obstacle(_ obstacle: AlertObstacle, _ terms: AlertTerms) -> String {
        func count(_ number: Int?) -> String { conventions.price(Double(number ?? 0), decimals: 0) }
        return (texts.obstacles[obstacle.kind] ?? "").filled([
            "need": count(obstacle.need), "have": count(obstacle.have), "currency": terms.currency.code,
        ])
    }

    /// The day of a close, or the time of a quote.
    package func moment(_ time: Int) -> String {
        Self.isMidnight(time) ? conventions.date(Day(secondsSince1970: time - 1)) : conventions.moment(secondsSince1970: time)
    }

    private static func isMidnight(_ time: Int) -> Bool { time % 86_400 == 0 }

    /// A figure or a threshold with its unit.
    package func figure(_ value: Double, _ terms: AlertTerms) -> String {
        switch terms.measure.unit {
        case .money: money(value, terms.currency)
        case .percent: conventions.exact(Self.rounded(value)) + conventions.table.percentMark
        case .days: texts.days(Int(value), conventions)
        }
    }

    /// How far a figure must go back: in percent of an amount, in points of a percentage, or in days.
    package func margin(_ margin: FixedDecimal, _ measure: AlertMeasure) -> String {
        switch measure.unit {
        case .money: conventions.exact("\(margin)") + conventions.table.percentMark
        case .percent: texts.points(margin, conventions)
        case .days: texts.days(Int(margin.doubleValue), conventions)
        }
    }

    private func money(_ value: Double, _ currency: Currency) -> String {
        (value == value.rounded() && abs(value) >= 1 && abs(value) < 1e15
            ? conventions.price(value, decimals: 0) : conventions.price(value)) + " " + currency.code
    }

    /// Two decimals are enough for a percentage.
    private static func rounded(_ percent: Double) -> String {
        guard percent.isFinite, abs(percent) < 1e12 else { return "0" }
        return FixedDecimal(exactly: (percent * 100).rounded() / 100)?.description ?? "0"
    }
}

extension String {
    fileprivate func filled(_ values: [String: String]) -> String {
        // In one pass: a wallet may have the name of a place in braces, and a day can have thousands of sentences.
        var (result, rest) = ("", self[...])
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = rest[rest.index(after: start)..<end]
            result += rest[..<start]
            result += values[String(name)] ?? "{\(name)}"
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}

/// The texts of one language.
private struct AlertTexts: Sendable {
    let conditions: [String: String]
    let obstacles: [AlertObstacle.Kind: String]
    let allWallets, practice, late: String
    let quotes: (String, String)
    /// The forms of "day" by plural form.
    let day: [PluralForm: String]
    /// The forms of "percentage point" by plural form.
    let point: [PluralForm: String]

    func quoted(_ name: String) -> String { quotes.0 + name + quotes.1 }

    func days(_ count: Int, _ conventions: Conventions) -> String {
        "\(conventions.price(Double(count), decimals: 0)) \(day[conventions.language.plural(count)] ?? day[.other]!)"
    }

    func points(_ number: FixedDecimal, _ conventions: Conventions) -> String {
        let value = number.doubleValue
        let form = value == value.rounded() ? conventions.language.plural(Int(value)) : .other
        return "\(conventions.exact("\(number)")) \(point[form] ?? point[.other]!)"
    }

    static func of(_ language: Language) -> AlertTexts {
        switch language {
        case .english: english
        case .italian: italian
        case .russian: russian
        case .kazakh: kazakh
        }
    }

    private static let english = AlertTexts(
        conditions: [
            "price-above": "{coin} above {threshold}", "price-below": "{coin} below {threshold}",
            "change-above": "Change of {coin} over {days} above {threshold}",
            "change-below": "Change of {coin} over {days} below {threshold}",
            "highest": "New highest price of {coin}, above the highest by more than {threshold}",
            "highest-since": "Highest price of {coin} since {since}, by more than {threshold}",
            "lowest": "New lowest price of {coin}, below the lowest by more than {threshold}",
            "lowest-since": "Lowest price of {coin} since {since}, by more than {threshold}",
            "probability-below-above": "Probability that {coin} falls to {price} within {days} above {threshold}",
            "probability-below-below": "Probability that {coin} falls to {price} within {days} below {threshold}",
            "probability-above-above": "Probability that {coin} rises to {price} within {days} above {threshold}",
            "probability-above-below": "Probability that {coin} rises to {price} within {days} below {threshold}",
            "band": "{coin} outside the 95% band of the forecast made {days} earlier, by more than {threshold}",
            "range-above": "Expected range of {coin} over {days} above {threshold}",
            "range-below": "Expected range of {coin} over {days} below {threshold}",
            "coverage": "Share of closes of {coin} within the 95% bands of its diary below {threshold}",
            "staleness": "No new close of {coin} for more than {threshold}",
            "total-above": "Total of {wallet} above {threshold}", "total-below": "Total of {wallet} below {threshold}",
            "total-change-above": "Change of {wallet} over {days} above {threshold}",
            "total-change-below": "Change of {wallet} over {days} below {threshold}",
            "share-above": "Share of {coin} in {wallet} above {threshold}",
            "share-below": "Share of {coin} in {wallet} below {threshold}",
        ],
        obstacles: [
            .noCloses: "no close of the coin is stored",
            .fewCloses: "{need} closes are needed, {have} stored",
            .noRate: "no rate of {currency} is stored for the newest day",
            .noModel: "no model makes the forecasts",
            .noDiary: "the diary has no forecast of the coin whose day has come",
            .emptyWallets: "there is nothing in the wallets",
            .missingClose: "a close, or an earlier value to compare with, is missing",
        ], allWallets: "all wallets", practice: "the practice account", late: "noticed late", quotes: ("“", "”"),
        day: [.one: "day", .other: "days"], point: [.one: "percentage point", .other: "percentage points"])

    private static let italian = AlertTexts(
        conditions: [
            "price-above": "{coin} sopra {threshold}", "price-below": "{coin} sotto {threshold}",
            "change-above": "Variazione di {coin} in {days} sopra {threshold}",
            "change-below": "Variazione di {coin} in {days} sotto {threshold}",
            "highest": "Nuovo massimo di {coin}, oltre il precedente di più di {threshold}",
            "highest-since": "Massimo di {coin} dal {since}, oltre il precedente di più di {threshold}",
            "lowest": "Nuovo minimo di {coin}, sotto il precedente di più di {threshold}",
            "lowest-since": "Minimo di {coin} dal {since}, sotto il precedente di più di {threshold}",
            "probability-below-above": "Probabilità che {coin} scenda a {price} entro {days} sopra {threshold}",
            "probability-below-below": "Probabilità che {coin} scenda a {price} entro {days} sotto {threshold}",
            "probability-above-above": "Probabilità che {coin} salga a {price} entro {days} sopra {threshold}",
            "probability-above-below": "Probabilità che {coin} salga a {price} entro {days} sotto {threshold}",
            "band": "{coin} fuori dalla banda al 95% della previsione fatta {days} prima, di più di {threshold}",
            "range-above": "Intervallo atteso di {coin} su {days} sopra {threshold}",
            "range-below": "Intervallo atteso di {coin} su {days} sotto {threshold}",
            "coverage": "Quota di chiusure di {coin} nelle fasce al 95% del suo diario sotto {threshold}",
            "staleness": "Nessuna nuova chiusura di {coin} da più di {threshold}",
            "total-above": "Totale di {wallet} sopra {threshold}", "total-below": "Totale di {wallet} sotto {threshold}",
            "total-change-above": "Variazione di {wallet} in {days} sopra {threshold}",
            "total-change-below": "Variazione di {wallet} in {days} sotto {threshold}",
            "share-above": "Quota di {coin} in {wallet} sopra {threshold}",
            "share-below": "Quota di {coin} in {wallet} sotto {threshold}",
        ],
        obstacles: [
            .noCloses: "non è memorizzata nessuna chiusura della moneta",
            .fewCloses: "chiusure necessarie: {need}, memorizzate: {have}",
            .noRate: "manca il cambio {currency} dell’ultimo giorno",
            .noModel: "nessun modello fa le previsioni",
            .noDiary: "il diario non ha previsioni della moneta già arrivate a scadenza",
            .emptyWallets: "nei portafogli non c’è nulla",
            .missingClose: "manca una chiusura o un valore precedente con cui confrontare",
        ], allWallets: "tutti i portafogli", practice: "conto di prova", late: "notato in ritardo", quotes: ("«", "»"),
        day: [.one: "giorno", .other: "giorni"], point: [.one: "punto percentuale", .other: "punti percentuali"])

    private static let russian = AlertTexts(
        conditions: [
            "price-above": "{coin} выше {threshold}", "price-below": "{coin} ниже {threshold}",
            "change-above": "Изменение {coin} за {days} выше {threshold}",
            "change-below": "Изменение {coin} за {days} ниже {threshold}",
            "highest": "Новый максимум {coin}, выше прежнего более чем на {threshold}",
            "highest-since": "Максимум {coin} с {since}, выше прежнего более чем на {threshold}",
            "lowest": "Новый минимум {coin}, ниже прежнего более чем на {threshold}",
            "lowest-since": "Минимум {coin} с {since}, ниже прежнего более чем на {threshold}",
            "probability-below-above": "Вероятность падения {coin} до {price} за {days} выше {threshold}",
            "probability-below-below": "Вероятность падения {coin} до {price} за {days} ниже {threshold}",
            "probability-above-above": "Вероятность роста {coin} до {price} за {days} выше {threshold}",
            "probability-above-below": "Вероятность роста {coin} до {price} за {days} ниже {threshold}",
            "band": "{coin} вне 95-процентного диапазона прогноза (срок: {days}) более чем на {threshold}",
            "range-above": "Ожидаемый диапазон {coin} за {days} шире {threshold}",
            "range-below": "Ожидаемый диапазон {coin} за {days} уже {threshold}",
            "coverage": "Доля цен закрытия {coin} в 95-процентных диапазонах дневника ниже {threshold}",
            "staleness": "Нет новой цены закрытия {coin}: {threshold}",
            "total-above": "Итог ({wallet}) выше {threshold}", "total-below": "Итог ({wallet}) ниже {threshold}",
            "total-change-above": "Изменение итога ({wallet}) за {days} выше {threshold}",
            "total-change-below": "Изменение итога ({wallet}) за {days} ниже {threshold}",
            "share-above": "Доля {coin} ({wallet}) выше {threshold}", "share-below": "Доля {coin} ({wallet}) ниже {threshold}",
        ],
        obstacles: [
            .noCloses: "цены закрытия монеты не сохранены",
            .fewCloses: "нужно цен закрытия: {need}, сохранено: {have}",
            .noRate: "нет курса {currency} за последний день",
            .noModel: "нет модели для прогнозов",
            .noDiary: "в дневнике нет прогнозов монеты, срок которых наступил",
            .emptyWallets: "в кошельках ничего нет",
            .missingClose: "не хватает цены закрытия или прежнего значения для сравнения",
        ], allWallets: "все кошельки", practice: "учебный счёт", late: "замечено с опозданием", quotes: ("«", "»"),
        day: [.one: "день", .few: "дня", .many: "дней", .other: "дня"],
        point: [
            .one: "процентный пункт", .few: "процентных пункта", .many: "процентных пунктов", .other: "процентного пункта",
        ])

    private static let kazakh = AlertTexts(
        conditions: [
            "price-above": "{coin} бағасы {threshold} деңгейінен жоғары",
            "price-below": "{coin} бағасы {threshold} деңгейінен төмен",
            "change-above": "{coin} өзгерісі ({days}) {threshold} деңгейінен жоғары",
            "change-below": "{coin} өзгерісі ({days}) {threshold} деңгейінен төмен",
            "highest": "{coin} бағасының жаңа шыңы, бұрынғыдан артығы {threshold} деңгейінен көп",
            "highest-since": "{coin} бағасының шыңы ({since} бастап), артығы {threshold} деңгейінен көп",
            "lowest": "{coin} бағасының жаңа түбі, бұрынғыдан кемі {threshold} деңгейінен көп",
            "lowest-since": "{coin} бағасының түбі ({since} бастап), кемі {threshold} деңгейінен көп",
            "probability-below-above": "{coin} бағасының {price} деңгейіне түсу ықтималдығы ({days}) {threshold} деңгейінен жоғары",
            "probability-below-below": "{coin} бағасының {price} деңгейіне түсу ықтималдығы ({days}) {threshold} деңгейінен төмен",
            "probability-above-above":
                "{coin} бағасының {price} деңгейіне көтерілу ықтималдығы ({days}) {threshold} деңгейінен жоғары",
            "probability-above-below":
                "{coin} бағасының {price} деңгейіне көтерілу ықтималдығы ({days}) {threshold} деңгейінен төмен",
            "band": "{coin} бағасы болжамның 95% жолағынан тыс (мерзімі: {days}), айырмасы {threshold} деңгейінен көп",
            "range-above": "{coin} бағасының күтілетін аралығы ({days}) {threshold} деңгейінен кең",
            "range-below": "{coin} бағасының күтілетін аралығы ({days}) {threshold} деңгейінен тар",
            "coverage": "{coin} күнделігінде 95% жолаққа түскен жабылу бағаларының үлесі {threshold} деңгейінен төмен",
            "staleness": "{coin} үшін жаңа жабылу бағасы жоқ: {threshold}",
            "total-above": "Жалпы сома ({wallet}) {threshold} деңгейінен жоғары",
            "total-below": "Жалпы сома ({wallet}) {threshold} деңгейінен төмен",
            "total-change-above": "Жалпы сома өзгерісі ({wallet}, {days}) {threshold} деңгейінен жоғары",
            "total-change-below": "Жалпы сома өзгерісі ({wallet}, {days}) {threshold} деңгейінен төмен",
            "share-above": "{coin} үлесі ({wallet}) {threshold} деңгейінен жоғары",
            "share-below": "{coin} үлесі ({wallet}) {threshold} деңгейінен төмен",
        ],
        obstacles: [
            .noCloses: "монетаның жабылу бағалары сақталмаған",
            .fewCloses: "қажет жабылу бағалары: {need}, сақталғаны: {have}",
            .noRate: "соңғы күнгі {currency} бағамы жоқ",
            .noModel: "болжам жасайтын модель жоқ",
            .noDiary: "күнделікте монетаның мерзімі жеткен болжамы жоқ",
            .emptyWallets: "әмияндарда ештеңе жоқ",
            .missingClose: "жабылу бағасы немесе салыстыратын бұрынғы мән жетіспейді",
        ], allWallets: "барлық әмиян", practice: "жаттығу шоты", late: "кеш байқалды", quotes: ("«", "»"),
        day: [.one: "күн", .other: "күн"], point: [.one: "пайыздық пункт", .other: "пайыздық пункт"])
}
