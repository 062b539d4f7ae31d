import Ledger
import Market
import Platform
import Store

/// Why the journal is not shown or changed.
package enum ExpenseError: Refusable, Equatable {
    case noExpense(String)
    case noPlace(String)
    case noCategory(String)
    case noRecurring(String)
    case noBudget(String)
    case noPhoto(String)
    case noTopic(String)
    case noPicture(String)
    case ambiguousPlace(String)
    /// Another device has changed it since it was read.
    case changedMeanwhile(String)
    case badAmount(FixedDecimal, ISOCurrency)
    case partsDiffer(sum: FixedDecimal, amount: FixedDecimal)
    case categoryAndParts
    /// One category would replace the parts of a receipt.
    case hasParts(String)
    case badRecurrence
    case startsTooEarly(Day, earliest: Day)
    case badTimeZone(String)
    case badMonths(most: Int)
    case badPosition
    /// A place opens twice at a time.
    case overlappingHours(OpeningHours.Span, OpeningHours.Span)
    /// A place opens and closes at the same time: nothing, or all day?
    case equalHours(OpeningHours.Span)
    case mergedWithItself
    case categoryExists(String)
    /// No column of a file is meant by this text.
    case badColumns(String, names: [String])
    /// A file leaves open what these parameters answer.
    case openQuestions([String])
    /// The usual spending needs a complete month.
    case noCompleteMonth
    case nothingSpent(ISOCurrency)
    /// The wallets are worth nothing, or less.
    case nothingToSell
    case noRate(ISOCurrency, Currency)
    case badFee(FixedDecimal)
    /// A topic of the reading list has a title in no language.
    case noTitle
    /// The link of one of the texts is not an https address; nil if none of them has one.
    case badLink(String?, index: Int)
    case tooMany(Limited, most: Int)

    /// What a person can have a limited number of.
    package enum Limited: String, Sendable { case transactions, photos, places, categories, recurring, budgets, topics }

    package var refusal: Refusal {
        switch self {
        case .noExpense(let id): Refusal("no-expense", .missing, "there is no transaction \(id.cut(to: 60))")
        case .noPlace(let name): Refusal("no-place", .missing, "there is no place \(name.cut(to: 60))", field: "/place")
        case .noCategory(let name):
            Refusal("no-category", .missing, "there is no category \(name.cut(to: 60))", field: "/category")
        case .noRecurring(let id): Refusal("no-recurring", .missing, "there is no recurring transaction \(id.cut(to: 60))")
        case .noBudget(let id): Refusal("no-budget", .missing, "there is no budget \(id.cut(to: 60))")
        case .noPhoto(let id): Refusal("no-photo", .missing, "\(id.cut(to: 60)) has no photo")
        case .noTopic(let id): Refusal("no-topic", .missing, "there is no topic \(id.cut(to: 60))")
        case .noPicture(let id): Refusal("no-picture", .missing, "the topic \(id.cut(to: 60)) has no picture")
        case .ambiguousPlace(let name):
            Refusal("ambiguous-place", .conflict, "several places are called \(name.cut(to: 60)); use an id", field: "/place")
        case .changedMeanwhile(let id):
            Refusal("changed-meanwhile", .conflict, "\(id) was changed meanwhile; read it again", field: "/version")
        case .badAmount(let amount, let currency):
            Refusal(
                "bad-amount", .invalid, "\(currency) has \(currency.decimals) decimals", field: "/amount", value: "\(amount)",
                accepted: "at most \(currency.decimals) decimals")
        case .partsDiffer(let sum, let amount):
            Refusal("parts-differ", .invalid, "the parts add up to \(sum), not \(amount)", field: "/parts", value: "\(sum)")
        case .categoryAndParts:
            Refusal("category-and-parts", .invalid, "parts have their own categories; leave out category", field: "/category")
        case .hasParts(let id):
            Refusal(
                "has-parts", .conflict, "\(id) is a receipt with several categories; change it by itself", field: "/expenses")
        case .badRecurrence: Refusal("bad-recurrence", .invalid, "the last day is before the first", field: "/until")
        case .startsTooEarly(let day, let earliest):
            Refusal(
                "starts-too-early", .invalid, "what recurs is entered for at most a year back", field: "/first", value: "\(day)",
                accepted: "\(earliest) or later")
        case .badTimeZone(let name):
            Refusal(
                "bad-time-zone", .invalid, "there is no time zone of this name", field: "/time_zone", value: name.cut(to: 60),
                accepted: "an IANA name such as Europe/Rome")
        case .badMonths(let most):
            Refusal("bad-months", .invalid, "choose 1 to \(most) months, the first one first", field: "/through")
        case .badPosition:
            Refusal("bad-position", .invalid, "a position has a latitude and a longitude", field: "/latitude")
        case .overlappingHours(let one, let other):
            Refusal(
                "overlapping-hours", .invalid, "opening times overlap: \(one) and \(other)", field: "/hours", value: "\(other)",
                accepted: "times in order that do not overlap, also over midnight")
        case .equalHours(let span):
            Refusal(
                "equal-hours", .invalid, "\(span) opens and closes at the same time", field: "/hours", value: "\(span)",
                accepted: "another closing time; all day is opens 0 and closes 1440")
        case .mergedWithItself: Refusal("merged-with-itself", .invalid, "choose two different ones", field: "/into")
        case .categoryExists(let name):
            Refusal("category-exists", .conflict, "there is a category \(name.cut(to: 60))", field: "/name")
        case .badColumns(let pair, let names):
            Refusal(
                "bad-columns", .invalid, "\(pair.cut(to: 60)) names no kind and column of the file", field: "/columns",
                value: pair.cut(to: 60), accepted: "pairs such as date=1 of \(names.joined(separator: ", ").cut(to: 500))")
        case .openQuestions(let parameters):
            Refusal(
                "open-questions", .invalid,
                "the file leaves open: \(parameters.joined(separator: ", ")); give them, the preview shows the choices",
                field: "/\(parameters.first ?? "columns")")
        case .noCompleteMonth:
            Refusal(
                "no-complete-month", .conflict,
                "the usual spending needs a complete month in the journal; say what you spend in a month: monthly",
                field: "/monthly")
        case .nothingSpent(let currency):
            Refusal(
                "nothing-spent", .conflict,
                "in most of the last months nothing was spent in \(currency); say what you spend in a month: monthly",
                field: "/monthly")
        case .nothingToSell: Refusal("nothing-to-sell", .conflict, "the wallets have no value", field: "/wallet")
        case .noRate(let spent, let currency):
            Refusal(
                "no-rate", .invalid, "say how much \(spent) one \(currency.code) is: rate", field: "/rate",
                accepted: "a number above 0")
        case .badFee(let fee):
            Refusal(
                "bad-fee", .invalid, "the fee is below 100 %", field: "/fee_percent", value: "\(fee)", accepted: "0 to below 100")
        case .noTitle:
            Refusal("no-title", .invalid, "a topic has a title in at least one language", field: "/texts/0/title")
        case .badLink(let link, let index):
            Refusal(
                "bad-link", .invalid, "a topic has a link that begins with https:// and names no user",
                field: "/texts/\(index)/link", value: link?.cut(to: 60), accepted: "https://example.org/article")
        case .tooMany(let what, let most):
            Refusal("too-many-\(what.rawValue)", .conflict, "you have \(most) \(what.rawValue), the most; remove one first")
        }
    }
}
