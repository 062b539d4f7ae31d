import Forecasts
import Identity
import Languages
import Ledger
import Market
import Trading

/// The sentences of ``SinceReport`` in one language.
struct SinceTexts: Sendable {
    private let conventions: Conventions
    private let words: [Key: String]

    private enum Key: CaseIterable {
        case prices, wallets, forecasts, notices, due, more
        case in80, in95, outside, unknown, deposit, withdrawal, pending, moreNeeded, refused
    }

    init(_ language: Language) {
        conventions = Conventions(of: language)
        words =
            switch language {
            case .english: Self.english
            case .italian: Self.italian
            case .russian: Self.russian
            case .kazakh: Self.kazakh
            }
    }

    var prices: String { text(.prices) }
    var wallets: String { text(.wallets) }
    var forecasts: String { text(.forecasts) }
    var notices: String { text(.notices) }
    var due: String { text(.due) }

    func more(_ count: Int) -> String { text(.more, ["count": "\(count)"]) }

    /// "BTC: 60,000.00 → 61,000.00 USD (+1.7%)".
    func price(_ ticker: String, _ before: Double, _ after: Double) -> String {
        "\(ticker): \(conventions.price(before)) → \(dollars(after)) (\(conventions.percent(after / before - 1)))"
    }

    /// "Main: 1,000.00 → 1,200.00 USD".
    func total(_ name: String, _ before: Money?, _ after: Money?) -> String {
        func amount(_ money: Money?) -> String { money.map { conventions.money("\($0.amount)") } ?? text(.unknown) }
        let code = (after ?? before).map { " \($0.currency.code)" } ?? ""
        return "\(name): \(amount(before)) → \(amount(after))\(code)"
    }

    func forecast(_ ticker: String, _ close: Candle, _ bands: DiaryBands) -> String {
        let isIn80 = bands.band80.contains(close.close)
        let band = isIn80 ? bands.band80 : bands.band95
        return text(
            isIn80 ? .in80 : bands.band95.contains(close.close) ? .in95 : .outside,
            [
                "coin": ticker, "price": dollars(close.close), "day": conventions.date(close.day),
                "cutoff": conventions.date(bands.cutoff), "low": conventions.price(band.lowerBound),
                "high": conventions.price(band.upperBound),
            ])
    }

    func payment(_ payment: Payment) -> String {
        text(
            payment.kind == .deposit ? .deposit : .withdrawal,
            [
                "amount": conventions.money("\(payment.amount)") + " " + payment.currency.code,
                "moment": conventions.moment(secondsSince1970: payment.dueAt),
            ])
    }

    func verification(_ state: Verification.State) -> String? {
        switch state {
        case .pending: text(.pending)
        case .moreNeeded: text(.moreNeeded)
        case .refused: text(.refused)
        case .none, .accepted: nil
        }
    }

    private func dollars(_ price: Double) -> String { conventions.price(price) + " " + Currency.usd.code }

    private func text(_ key: Key, _ values: [String: String] = [:]) -> String {
        values.reduce(words[key] ?? "") { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    private static let english: [Key: String] = [
        .prices: "Prices", .wallets: "Wallets", .forecasts: "Forecasts", .notices: "Notices", .due: "What is due",
        .more: "And {count} more.",
        .in80: "{coin}: {price} on {day}, within the 80% band {low} – {high} of the forecast of {cutoff}",
        .in95: "{coin}: {price} on {day}, outside the 80% band, but within the 95% band {low} – {high} of the forecast of {cutoff}",
        .outside: "{coin}: {price} on {day}, outside the 95% band {low} – {high} of the forecast of {cutoff}",
        .unknown: "not known", .deposit: "Practice account: a deposit of {amount} arrives on {moment} (bank clock)",
        .withdrawal: "Practice account: a withdrawal of {amount} arrives on {moment} (bank clock)",
        .pending: "Your verification waits for the operators", .moreNeeded: "Your verification needs more from you",
        .refused: "Your verification was refused; you can start again",
    ]

    private static let italian: [Key: String] = [
        .prices: "Prezzi", .wallets: "Portafogli", .forecasts: "Previsioni", .notices: "Notifiche", .due: "In attesa",
        .more: "E altre {count}.",
        .in80: "{coin}: {price} il {day}, nella fascia all’80% {low} – {high} della previsione del {cutoff}",
        .in95:
            "{coin}: {price} il {day}, fuori dalla fascia all’80%, ma in quella al 95% {low} – {high} della previsione del {cutoff}",
        .outside: "{coin}: {price} il {day}, fuori dalla fascia al 95% {low} – {high} della previsione del {cutoff}",
        .unknown: "non noto", .deposit: "Conto di prova: un versamento di {amount} arriva il {moment} (orologio della banca)",
        .withdrawal: "Conto di prova: un prelievo di {amount} arriva il {moment} (orologio della banca)",
        .pending: "La tua verifica è in attesa degli operatori", .moreNeeded: "Per la tua verifica serve altro da te",
        .refused: "La tua verifica è stata rifiutata; puoi ricominciare",
    ]

    private static let russian: [Key: String] = [
        .prices: "Цены", .wallets: "Кошельки", .forecasts: "Прогнозы", .notices: "Уведомления", .due: "Ожидается",
        .more: "И ещё {count}.",
        .in80: "{coin}: {price} ({day}), в 80-процентном диапазоне {low} – {high} прогноза от {cutoff}",
        .in95: "{coin}: {price} ({day}), вне 80-процентного, но в 95-процентном диапазоне {low} – {high} прогноза от {cutoff}",
        .outside: "{coin}: {price} ({day}), вне 95-процентного диапазона {low} – {high} прогноза от {cutoff}",
        .unknown: "неизвестно", .deposit: "Учебный счёт: пополнение на {amount} поступит {moment} (по часам банка)",
        .withdrawal: "Учебный счёт: вывод {amount} поступит {moment} (по часам банка)",
        .pending: "Ваша проверка ожидает решения операторов", .moreNeeded: "Для вашей проверки нужны ещё данные",
        .refused: "В проверке отказано; вы можете начать заново",
    ]

    private static let kazakh: [Key: String] = [
        .prices: "Бағалар", .wallets: "Әмияндар", .forecasts: "Болжамдар", .notices: "Хабарламалар", .due: "Күтілуде",
        .more: "Тағы {count}.",
        .in80: "{coin}: {price} ({day}), {cutoff} болжамының 80% аралығында {low} – {high}",
        .in95: "{coin}: {price} ({day}), {cutoff} болжамының 80% аралығынан тыс, бірақ 95% аралығында {low} – {high}",
        .outside: "{coin}: {price} ({day}), {cutoff} болжамының 95% аралығынан тыс {low} – {high}",
        .unknown: "белгісіз", .deposit: "Жаттығу шоты: {amount} толтыру түседі, уақыты {moment} (банк сағаты)",
        .withdrawal: "Жаттығу шоты: {amount} шығару түседі, уақыты {moment} (банк сағаты)",
        .pending: "Тексеруіңіз операторлардың шешімін күтуде", .moreNeeded: "Тексеруіңізге қосымша деректер керек",
        .refused: "Тексеруден бас тартылды; қайта бастауға болады",
    ]
}
