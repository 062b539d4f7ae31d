import ArgumentParser
import Expenses
import JSONText
import Ledger
import Market
import Records
import Store

struct ExpenseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expense",
        abstract: "Keep a journal of what you spend.",
        discussion: """
            EXAMPLES
              closecast expense add 12.50 EUR Lunch --category Food
              closecast expense list --since 2026-11-01
              closecast expense import statement.csv --preview
              closecast expense export > expenses.csv
              closecast expense summary

            The journal is not a bank account: it changes no wallet unless you link a \
            transaction to one. Amounts are in any currency of ISO 4217, and each \
            currency has its own totals (summary --total-currency adds them at stored rates).
            """,
        subcommands: [ExpenseAdd.self, ExpenseList.self, ExpenseImport.self, ExpenseExport.self, ExpenseSummary.self]
    )
}

/// Which transactions a command shows.
struct ExpenseFilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only transactions with all these words.", valueName: "words"))
    var search: String?

    @Option(help: ArgumentHelp("Only transactions of this category.", valueName: "name|id"))
    var category: String?

    @Option(help: ArgumentHelp("Only transactions at this place.", valueName: "name|id"))
    var place: String?

    @Option(help: ArgumentHelp("Only transactions in this currency.", valueName: "code"))
    var currency: String?

    @Option(help: ArgumentHelp("Only expenses or only income.", valueName: "expense|income"))
    var kind: String?

    @Option(help: ArgumentHelp("Only transactions since this day.", valueName: "date"), transform: Day.argument)
    var since: Day?

    @Option(help: ArgumentHelp("Only transactions until this day.", valueName: "date"), transform: Day.argument)
    var until: Day?

    /// - Throws: a ``Failure`` that names the option.
    func filter() throws -> Expenses.Filter {
        try ExpenseTexts.input([
            "search": search, "category": category, "place": place, "currency": currency?.uppercased(), "kind": kind,
            "since": since?.description, "until": until?.description,
        ])
    }
}

/// Makes inputs of the texts of options.
enum ExpenseTexts {
    /// - Parameter texts: by field; options have the names of fields with dashes.
    /// - Throws: a ``Failure`` that names the option.
    static func input<Input: Record>(
        _ texts: KeyValuePairs<String, String?>, arguments: Set<String> = []
    ) throws -> Input {
        func option(_ field: String) -> String {
            let name = String(field.dropFirst())
            return arguments.contains(name) ? "the \(name)" : "--" + name.replacing("_", with: "-")
        }
        do {
            return try Shape<Input>().value(texts: texts.compactMap { name, text in text.map { (name: name, text: $0) } })
        } catch SchemaFault.invalid(let field, let value, let accepted) {
            // Whole numbers are texts no more when their limits are checked.
            let given = value?.string ?? texts.first { "/" + $0.key == field }?.value ?? ""
            throw Failure("\(option(field)) \(given.cut(to: 60)): expected \(accepted)", .usage)
        } catch SchemaFault.missing(let field, let accepted) {
            throw Failure("give \(option(field)): \(accepted)", .usage)
        }
    }

    /// A record as one JSON object.
    static func json<Row: Record>(_ row: Row) -> String { JSONWriter.document { Shape<Row>().write(row, &$0) } }

    /// With the decimals of the currency: `12.50 EUR`.
    static func money(_ amount: FixedDecimal, _ currency: ISOCurrency) -> String {
        "\(amount.fixed(places: currency.decimals)) \(currency)"
    }

    /// Of an entry; income has a plus.
    static func money(_ terms: ExpenseTerms) -> String {
        (terms.kind == .income ? "+" : "") + money(terms.amount.decimal, terms.currency)
    }

    static func clock(_ minute: Int) -> String {
        let (hour, rest) = (minute / 60, minute % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest)"
    }
}
