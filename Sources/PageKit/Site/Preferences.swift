import Access
import HTTPTypes
import Languages
import Ledger
import People

/// A person's display preferences: from the account if they are signed in, otherwise from cookies of the browser.
package struct Preferences: Sendable, Equatable, Hashable {
    package var language: Language
    package var currency: Currency
    package var appearance: Person.Choices.Appearance
    /// Whether amounts of money are hidden from onlookers. Always stored in the browser, never in the account.
    var hidesAmounts: Bool
    /// The id of the asset that is shown first; nil for none.
    package var preferredCoin: String?

    /// The cookies of preferences. They are not secret, but no script needs them.
    package enum Cookie: String, CaseIterable, Sendable {
        case language = "closecast-language"
        case currency = "closecast-currency"
        case appearance = "closecast-look"
        case hidden = "closecast-hidden"
        case coin = "closecast-coin"

        /// Returns the `Set-Cookie` header that stores a value for a year; nil removes the cookie.
        package func header(_ value: String?, isSecure: Bool) -> String {
            "\(rawValue)=\(value ?? ""); Path=/; HttpOnly; SameSite=Lax; Max-Age=\(value == nil ? 0 : 31_536_000)"
                + (isSecure ? "; Secure" : "")
        }
    }

    /// - Parameters:
    ///   - headers: the request's headers: cookies, and the browser's languages.
    ///   - choices: the choices of the account; nil without one.
    init(_ headers: HTTPFields, _ choices: Person.Choices?) {
        let cookies = Self.cookies(headers)
        func cookie(_ name: Cookie) -> String? { cookies[name.rawValue] }
        language =
            choices.flatMap { Language(rawValue: $0.language.rawValue) } ?? cookie(.language).flatMap(Language.init(rawValue:))
            ?? Language(acceptLanguage: headers[.acceptLanguage] ?? "") ?? .english
        currency = (choices?.quoteCurrency ?? cookie(.currency)).flatMap(Currency.init(rawValue:)) ?? .usd
        appearance = choices?.appearance ?? cookie(.appearance).flatMap(Person.Choices.Appearance.init(rawValue:)) ?? .automatic
        hidesAmounts = cookie(.hidden) == "yes"
        preferredCoin = choices.map(\.preferredCoin) ?? cookie(.coin)
    }

    /// The reader's currency, if trading accounts have it; otherwise US dollars.
    package var accountCurrency: Currency { Currency.ofAccounts.contains(currency) ? currency : .usd }

    package static func cookies(_ headers: HTTPFields) -> [String: String] {
        var cookies: [String: String] = [:]
        for header in headers[values: .cookie] {
            for part in header.split(separator: ";") {
                let pair = part.split(separator: "=", maxSplits: 1)
                if pair.count == 2 { cookies[String(pair[0].drop { $0 == " " })] = String(pair[1]) }
            }
        }
        return cookies
    }
}
