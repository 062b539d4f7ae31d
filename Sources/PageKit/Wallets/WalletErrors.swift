import APIKit
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import Platform
import Portfolio

/// The errors of a form about wallets, in the reader's language and with the reader's number format.
package enum WalletErrors {
    /// The fields of the forms by the members of the operations.
    static let fields = [
        "/asset": "asset", "/quantity": "quantity", "/cash": "cash", "/price": "price", "/fee": "fee", "/to": "to", "/cost": "cost",
        "/to_asset": "to_asset", "/to_quantity": "to_quantity", "/value": "value", "/label": "label", "/time": "time",
        "/note": "note",
        "/name": "name", "/holdings/0/asset": "asset",
        "/holdings/0/quantity": "quantity", "/cost_basis": "basis",
        "/look_up_value": "unknown", "wallet": "wallet",
    ]

    /// - Throws: `error`, if it does not concern the submitted values.
    package static func of(_ error: any Error, _ words: Words) throws -> FormErrors {
        if let error = error as? PortfolioError, let (sentence, field) = sentence(error, words) {
            return FormErrors(sentence, to: field)
        }
        if let invalid = error as? InvalidInput, invalid.problem.status != .notFound {
            var errors = FormErrors()
            for error in invalid.errors { errors.add(try of(error, words)) }
            return errors
        }
        let problem = Problem(error)
        guard let sentence = sentence(problem, words) else { return try FormErrors(error, fields, words) }
        return FormErrors(sentence, to: problem.field.flatMap { fields[$0] })
    }

    /// Returns the error of a row of a file; nil for errors about the file's format, which have only English texts.
    package static func sentence(of error: any Error, _ words: Words) -> String? {
        switch error {
        case let error as ReadingError: FormNotes.sentence(error, words)
        case AssetError.unknown(let text, _): words("wallet.form.fault-unknown-coin", ["text": text.cut(to: 60)])
        case let error as PortfolioError: sentence(error, words)?.0 ?? sentence(Problem(error), words)
        default: sentence(Problem(error), words)
        }
    }

    private static func sentence(_ problem: Problem, _ words: Words) -> String? {
        // The names of wallets have other limits than those of people.
        let isOfName = problem.code == "invalid-value" && problem.field == "/name"
        let code = isOfName ? "bad-name" : problem.code
        let key = "wallet.code.\(code)"
        guard words.has(key) else { return nil }
        return words(
            key,
            [
                "value": value(problem, words), "accepted": problem.accepted ?? "",
                "last": lastDay(problem).map { words.format.date($0, .plain) } ?? "",
            ])
    }

    /// The value of a problem; an amount as the language writes it.
    private static func value(_ problem: Problem, _ words: Words) -> String {
        let text = problem.value.map { $0.string ?? Problem.shown($0) } ?? ""
        guard ["bad-decimal", "insufficient"].contains(problem.code) else { return text }
        let amount = words.format.exact(text)
        return amount == Conventions.dash ? text : amount
    }

    /// The last day accepted by a problem about a time, which stands at the end of its text.
    private static func lastDay(_ problem: Problem) -> Day? {
        problem.accepted?.split(separator: " ").last.flatMap { Day(iso: $0.prefix(10)) }
    }

    private static func sentence(_ error: PortfolioError, _ words: Words) -> (String, field: String)? {
        let format = words.format
        func number(_ quantity: some CustomStringConvertible) -> String { format.exact("\(quantity)") }
        func date(_ time: Int) -> String { format.date(Day(secondsSince1970: time), .short) }
        switch error {
        case .notExchangeable(let kind, let asset, let other):
            let (fault, field) = PortfolioError.exchangeFault(kind, asset, other)
            return (words("wallet.error.\(fault.rawValue)"), field)
        case .noWalletNamed: return (words("wallet.import.no-wallet"), "wallet")
        case .recordedIn(let wallet): return (words("wallet.error.recorded-in", ["wallet": wallet]), "wallet")
        case .recordedInDeleted(let wallet, _): return (words("wallet.error.recorded-in-deleted", ["wallet": wallet]), "wallet")
        case .notEnough(_, let asset, let have, let need, let time):
            return (
                words(
                    "wallet.error.not-enough",
                    ["have": number(have), "need": number(need), "coin": "\(asset)", "date": date(time)]), "quantity"
            )
        case .neededLater(_, let asset, let left, let need, let id, _, let time):
            return (
                words(
                    "wallet.error.needed-later",
                    ["left": number(left), "need": number(need), "coin": "\(asset)", "date": date(time), "id": "\(id)"]), "quantity"
            )
        case .noPrice(let asset, let day, let newest):
            let key = newest == nil ? "wallet.error.no-price" : "wallet.error.no-price-newest"
            return (
                words(
                    key,
                    ["coin": "\(asset)", "date": format.date(day, .short), "newest": newest.map { format.date($0, .short) } ?? ""]),
                "price"
            )
        default: return nil
        }
    }
}
