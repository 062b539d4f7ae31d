import APIKit
import HTMLTemplates
import HTTPTypes
import Languages
import Ledger
import MarketData
import PageKit
import People
import Platform

/// The appearance and language of the pages. Without accounts, and for people who are not signed in, cookies of the browser store
/// them; with an account, the account does, so that they apply to every device.
package struct SettingsPages: Sendable {
    let market: MarketData
    /// The operations on the caller's account; nil without accounts.
    let account: OwnAccountOperations?
    let coins: CoinFinder

    func add(to pages: inout PageList) {
        pages.get("/settings", .nobody) { .page(try await page($0)) }
        pages.post("/settings", .nobody, save)
    }

    // MARK: The page

    private func page(_ visit: Visit, _ errors: FormErrors = FormErrors(), typed: Fields? = nil) async throws -> PageKit.Page {
        let (words, preferences) = (visit.words, visit.preferences)
        let coin = try await coinField(visit)
        return PageKit.Page(
            "settings", title: words("settings.title"), place: .settings, scripts: ["settings"],
            [
                "looks": .list(looks(typed?["appearance"] ?? preferences.appearance.rawValue, words)),
                "language": field(
                    .init("language", .choice(Language.choices), words("settings.language"), value: preferences.language.rawValue),
                    errors, typed),
                "currencyField": field(
                    .init(
                        "currency", .choice(Self.currencies(words)), words("settings.currency"), value: preferences.currency.code),
                    errors, typed),
                "coin": coin.map { field($0, errors, typed) } ?? false,
                "sample": .text(sample(visit)), "formError": .optional(errors.general),
                "keptBy": .text(words(visit.person == nil ? "settings.kept-here" : "settings.kept-by-account")),
                "signedInAs": .optional(visit.person?.email.text),
            ]
        ).with(errors)
    }

    private func field(_ field: FieldView, _ errors: FormErrors, _ typed: Fields?) -> TemplateValue {
        field.values(errors, typed: typed, prefix: "settings-")
    }

    private func looks(_ chosen: String, _ words: Words) -> [TemplateValue] {
        Person.Choices.Appearance.allCases.map { look in
            [
                "value": .text(look.rawValue), "label": .text(words("settings.look.\(look.rawValue)")),
                "isChosen": .flag(look.rawValue == chosen), "picture": .html(LookPicture.svg(look)),
            ]
        }
    }

    private static func currencies(_ words: Words) -> [(value: String, text: String)] {
        Currency.allCases.map {
            ($0.code, [.usd, .eur].contains($0) ? words("settings.currency.\($0.code.lowercased())") : $0.code)
        }
    }

    /// Whether the visitor may see coins: on a server with accounts, only people who are signed in.
    private static func mayChooseCoin(_ visit: Visit) -> Bool { !visit.host.hasAccounts || visit.person != nil }

    /// The field of the preferred coin; nil if there is none to choose.
    private func coinField(_ visit: Visit) async throws -> FieldView? {
        guard Self.mayChooseCoin(visit) else { return nil }
        let picker = try await CoinPicker(.priced, coins, visit.words)
        guard !picker.isEmpty else { return nil }
        let words = visit.words
        let known = try await coins.coins(.all)
        let chosen = known.first { "\($0.id)" == visit.preferences.preferredCoin }
        return FieldView(
            "coin", .coin(picker), words("settings.coin"), hint: words("settings.coin-hint"),
            value: chosen.map { CoinFinder.name($0, among: known) } ?? "")
    }

    /// An example of figures in the language.
    private func sample(_ visit: Visit) -> String {
        let format = visit.format
        return [format.money("1234.5"), format.percent(-0.025), format.date(market.today)].joined(separator: " · ")
    }

    // MARK: Saving

    private func save(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        var change = Change(fields)
        do {
            change.coin = try await coinID(change.coin, visit)
        } catch let error as AssetError {
            let errors = FormErrors(FormErrors.sentence(error.problem, visit.words), to: "coin")
            return .page(try await page(visit, errors, typed: fields))
        }
        // Without a text, only the hiding of amounts was chosen.
        if visit.person != nil, let account, change.texts.contains(where: { $0.value != nil }) {
            do {
                _ = try await visit.perform(account.change, change.texts)
            } catch {
                let map = [
                    "/language": "language", "/quote_currency": "currency", "/preferred_coin": "coin", "/appearance": "appearance",
                ]
                return .page(try await page(visit, try FormErrors(error, map, visit.words), typed: fields))
            }
        }
        let back = visit.next(fields) ?? "/settings"
        return .redirect(fields.has("quietly") ? back : LocalPath.done(back, "saved"), change.cookies(visit))
    }

    /// The id of the typed coin; empty for none, nil if it stays as it is.
    ///
    /// - Throws: an `AssetError` for a text that names no coin.
    private func coinID(_ typed: String?, _ visit: Visit) async throws -> String? {
        guard let typed, !typed.isEmpty else { return typed }
        return Self.mayChooseCoin(visit) ? try await market.directory.asset(typed).id.description : nil
    }

    /// The changes in a form: only those of the fields that it has.
    private struct Change {
        var language: String?
        var currency: String?
        var appearance: String?
        /// Empty for none.
        var coin: String?
        var hides: Bool?

        init(_ fields: Fields) {
            func value(_ name: String) -> String? { fields.has(name) ? fields[name] : nil }
            language = value("language").flatMap { Language(rawValue: $0)?.rawValue }
            currency = value("currency").flatMap { Currency(rawValue: $0)?.code }
            appearance = value("appearance").flatMap { Person.Choices.Appearance(rawValue: $0)?.rawValue }
            coin = value("coin")
            // An unchecked box is not sent; the hidden field before it says no.
            hides = fields.all("hidden").last.map { $0 == "yes" }
        }

        /// The changes of the account.
        var texts: KeyValuePairs<String, String?> {
            ["language": language, "quote_currency": currency, "appearance": appearance, "preferred_coin": coin]
        }

        func cookies(_ visit: Visit) -> HTTPFields {
            var headers = HTTPFields()
            func add(_ cookie: Preferences.Cookie, _ value: String?) {
                headers.append(contentsOf: SettingsPages.cookie(cookie, value, visit))
            }
            if let language { add(.language, language) }
            if let currency { add(.currency, currency) }
            if let appearance { add(.appearance, appearance) }
            if let hides { add(.hidden, hides ? "yes" : nil) }
            // With an account, the coin is stored in the account, so that the browser's next user does not see it.
            if let coin, visit.person == nil, coin.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ";") }) {
                add(.coin, coin.isEmpty ? nil : coin)
            }
            return headers
        }
    }

    /// Returns the header that stores a preference in the browser.
    static func cookie(_ cookie: Preferences.Cookie, _ value: String?, _ visit: Visit) -> HTTPFields {
        [.setCookie: cookie.header(value, isSecure: visit.context.isSecure)]
    }
}
