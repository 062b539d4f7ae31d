import Languages
import Ledger
import Market
import Notices
import Store

/// What a person is told about the simulated account when the server, or another person, does something there.
private enum PracticeEvent: String {
    case arrived, sent, returned, bought, sold, expired, failed, received
}

extension Announcement {
    /// - Returns: nil for a payment that has not ended, or that the person cancelled.
    init?(_ payment: Payment) {
        let event: PracticeEvent
        switch payment.state {
        case .settled: event = payment.kind == .deposit ? .arrived : .sent
        case .returned: event = .returned
        case .pending, .sent, .cancelled: return nil
        }
        self.init(event, subject: payment.id, link: "/trading/payments/\(payment.id)") { conventions in
            ["amount": conventions.money("\(payment.amount)") + " \(payment.currency.code)"]
        }
    }

    /// - Parameter ticker: of the coin.
    /// - Returns: nil for an order that is open, or that the person cancelled.
    init?(_ order: TradeOrder, _ ticker: String) {
        let event: PracticeEvent
        switch order.state {
        case .filled: event = order.side == .buy ? .bought : .sold
        case .expired: event = .expired
        case .failed: event = .failed
        case .open, .cancelled: return nil
        }
        self.init(event, subject: order.id, link: "/trading/orders/\(order.id)") { conventions in
            [
                "coin": ticker, "quantity": conventions.quantity("\(order.fill?.quantity ?? .zero)") + " " + ticker,
                "cash": conventions.money("\(order.fill?.cash ?? .zero)") + " \(order.currency.code)",
            ]
        }
    }

    /// What the receiver of coins is told.
    ///
    /// - Parameter ticker: of the coin.
    init(_ transfer: CoinTransfer, _ ticker: String) {
        self.init(.received, subject: transfer.id, link: "/trading/history/\(transfer.id)") { conventions in
            ["quantity": conventions.quantity("\(transfer.quantity)") + " " + ticker]
        }
    }

    private init(
        _ event: PracticeEvent, subject: String, link: String, _ values: @escaping @Sendable (Conventions) -> [String: String]
    ) {
        self.init(.practice, subject: subject, link: link) { language in
            let (account, sentences) = PracticeSentences.of(language)
            let sentence = values(Conventions(of: language)).reduce(sentences[event] ?? "") {
                $0.replacing("{\($1.key)}", with: $1.value)
            }
            return "\(account): \(sentence)"
        }
    }
}

extension TradingChange {
    /// Tells the owner of a payment how it ended.
    func tell(_ payment: Payment) throws { try tell(payment.owner, Announcement(payment)) }

    /// Tells the owner of an order how it ended.
    func tell(_ order: TradeOrder) throws { try tell(order.owner, Announcement(order, ticker(of: order.asset))) }

    /// Tells the receiver of coins.
    func tell(_ transfer: CoinTransfer) throws { try tell(transfer.receiver, Announcement(transfer, ticker(of: transfer.asset))) }

    private func tell(_ owner: String, _ announcement: Announcement?) throws {
        guard let announcement else { return }
        try Change(in: records.connection, at: now).tell(owner, announcement)
    }

    private func ticker(of asset: AssetID) throws -> String {
        try records.asset(asset).map { "\($0.ticker)" } ?? "\(asset)"
    }
}

private enum PracticeSentences {
    /// The name of the account, which begins each sentence so that nobody takes it for real money, and the sentences.
    static func of(_ language: Language) -> (account: String, [PracticeEvent: String]) {
        switch language {
        case .english: ("Practice account", english)
        case .italian: ("Conto di prova", italian)
        case .russian: ("Учебный счёт", russian)
        case .kazakh: ("Жаттығу шоты", kazakh)
        }
    }

    private static let english: [PracticeEvent: String] = [
        .arrived: "a deposit of {amount} arrived", .sent: "a withdrawal of {amount} was completed",
        .returned: "a withdrawal of {amount} was returned", .bought: "an order bought {quantity} for {cash}",
        .sold: "an order sold {quantity} for {cash}", .expired: "an order for {coin} expired without a trade",
        .failed: "an order for {coin} was not executed", .received: "you received {quantity}",
    ]

    private static let italian: [PracticeEvent: String] = [
        .arrived: "è arrivato un versamento di {amount}", .sent: "un prelievo di {amount} è stato completato",
        .returned: "un prelievo di {amount} è stato restituito", .bought: "un ordine ha comprato {quantity} per {cash}",
        .sold: "un ordine ha venduto {quantity} per {cash}", .expired: "un ordine per {coin} è scaduto senza eseguire",
        .failed: "un ordine per {coin} non è stato eseguito", .received: "hai ricevuto {quantity}",
    ]

    private static let russian: [PracticeEvent: String] = [
        .arrived: "поступило пополнение на {amount}", .sent: "вывод {amount} завершён", .returned: "вывод {amount} возвращён",
        .bought: "по заявке куплено {quantity} за {cash}", .sold: "по заявке продано {quantity} за {cash}",
        .expired: "заявка на {coin} завершена без сделки", .failed: "заявка на {coin} не исполнена",
        .received: "вы получили {quantity}",
    ]

    private static let kazakh: [PracticeEvent: String] = [
        .arrived: "{amount} түсті", .sent: "{amount} шығару аяқталды", .returned: "{amount} шығару қайтарылды",
        .bought: "тапсырыс бойынша {quantity} сатып алынды, құны {cash}",
        .sold: "тапсырыс бойынша {quantity} сатылды, құны {cash}", .expired: "{coin} тапсырысы мәмілесіз аяқталды",
        .failed: "{coin} тапсырысы орындалмады", .received: "сіз {quantity} алдыңыз",
    ]
}
