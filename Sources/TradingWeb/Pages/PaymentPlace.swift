import HTMLTemplates
import Languages
import Ledger
import PageKit
import Trading

/// The shared parts of the payment pages: the account, the texts, and the bank's clock.
final class PaymentPlace: Sendable {
    let visit: Visit
    let trading: Trading
    let state: TradingAccounts.State
    let write: TradingWords

    init(_ visit: Visit, _ trading: Trading) async throws {
        (self.visit, self.trading) = (visit, trading)
        state = try await trading.accounts.state(of: visit.caller.owner)
        write = TradingWords(visit, trading)
    }

    var words: Words { write.words }
    var rules: TradingRules { trading.parts.rules }

    func free(_ currency: Currency) -> FixedDecimal { state.balances[currency.asset]?.free ?? .zero }

    /// The currencies, starting with one that has a balance, otherwise with the reader's own.
    var currencies: [Currency] {
        let own = visit.preferences.accountCurrency
        let all = [own] + Currency.ofAccounts.filter { $0 != own }
        return all.filter { free($0) > .zero } + all.filter { free($0) == .zero }
    }

    /// Whether a purpose has a limit above zero at the person's level.
    func isAllowed(_ purpose: UsagePurpose) -> Bool {
        state.limits.contains { $0.purpose == purpose && $0.period == .day && $0.most > .zero }
    }

    /// A point in time on the bank's clock.
    func bankMoment(_ time: Int) -> String { write.moment(time) }

    /// The fields of these pages' forms that can be refused.
    private static let fields = WithdrawalForm.fields + SendForm.fields

    /// The values that all these pages share.
    func values(heading: String) -> Values {
        [
            "htmlClass": write.amounts.pageClass, "heading": .text(heading),
            "clockNote": .optional(Self.clockNote(state, write)),
            "errors": FormErrors().values(Self.fields), "generalError": .optional(nil), "remedy": false, "warning": .optional(nil),
        ]
    }

    /// The note that the bank's clock differs from ours, because it runs faster or once did; nil if it does not differ.
    static func clockNote(_ state: TradingAccounts.State, _ write: TradingWords) -> String? {
        let (words, speed, moment) = (write.words, state.clockSpeed, write.moment(state.bankTime))
        if speed != 1 { return words("pay.clock", ["speed": words.format.exact("\(speed)"), "moment": moment]) }
        return state.bankTime > write.now + 60 ? words("pay.clock-ahead", ["moment": moment]) : nil
    }

    /// The same for pages that show dates of both clocks; none if they agree.
    static func clockNotices(_ state: TradingAccounts.State, _ write: TradingWords) -> [TemplateValue] {
        guard let note = clockNote(state, write) else { return [] }
        return [Frame.notice("warn", icon: "clock", note + " " + write.words("pay.two-clocks"))]
    }

    /// The page that asks for the password and then fills in the form as it was.
    static func confirmation(then path: String, with fields: [(name: String, value: String)]) -> String {
        let query = fields.map { "\($0.name)=\(URLForm.encoded($0.value))" }.joined(separator: "&")
        return LocalPath.page("/confirm", next: "\(path)?\(query)")
    }

    static func pair(_ name: String, _ value: String, note: String? = nil, isStrong: Bool = false) -> TemplateValue {
        ["name": .text(name), "value": .text(value), "note": .optional(note), "isStrong": .flag(isStrong)]
    }
}
