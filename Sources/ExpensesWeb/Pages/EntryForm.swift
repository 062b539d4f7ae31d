import Expenses
import HTMLTemplates
import Languages
import Ledger
import Market
import PageKit
import Portfolio
import Records

/// The form of a transaction, or of a recurring one: the amount first, what is usually remembered last.
struct EntryForm: Sendable {
    /// What a form offers.
    struct Choices: Sendable {
        let categories: [ExpenseCategory]
        /// Favourites first, then those with most transactions.
        let places: [Place]
        let recent: [Expense]
        /// Whose cash can pay.
        let wallets: [Wallet]

        /// With more places, a list would be slower than the page of the place.
        private static let mostPlaces = 300
        private static let recentEntries = 40

        init(_ journal: Journal, _ visit: Visit) async throws {
            categories = try await journal.categories(visit)
            let uses = try await journal.places(visit)
            places = uses.sorted { ($0.place.isFavourite ? 1 : 0, $0.count) > ($1.place.isFavourite ? 1 : 0, $1.count) }
                .prefix(Self.mostPlaces).map(\.place)
            wallets = try await journal.store.wallets(of: visit.caller.owner)
            let filter = try Expenses.Filter.all
            recent = try await journal.read(visit) {
                try Expenses().list($0, $1, filter, limit: Self.recentEntries).expenses
            }
        }

        /// The currency of the newest transaction; without one, that of the reader's language.
        func currency(_ language: Language) -> String { recent.first?.terms.currency.code ?? language.usualCurrency }

        /// The last names of a kind, each once.
        func names(_ kind: ExpenseKind) -> [String] {
            var names: [String] = []
            for name in recent.filter({ $0.terms.kind == kind }).map(\.terms.name) where !name.isEmpty && !names.contains(name) {
                names.append(name)
            }
            return Array(names.prefix(6))
        }
    }

    let choices: Choices
    let words: Words
    /// What stands in the fields.
    private(set) var typed: PageKit.Fields
    /// Whether a photo was sent with them. A page cannot keep a chosen file.
    private let hadPhoto: Bool
    /// The number of rows of a receipt that is split; 0 for one category.
    let parts: Int
    let isRecurring: Bool
    /// Whether empty fields get the values that are usual for the name.
    let isNew: Bool
    /// The name of the wallet that pays a stored transaction; nil for any other.
    let paying: String?

    /// The choice that stands for what is usual for the name.
    static let usual = "*"
    private static let mostParts = ExpenseParts.most

    /// The fields of the form that the operation's errors name.
    static let names = [
        "amount", "currency", "kind", "category", "method", "place", "day", "minute", "description", "every", "unit", "until",
    ]

    init(_ choices: Choices, _ words: Words, _ typed: PageKit.Fields, isRecurring: Bool, isNew: Bool, paying: String? = nil) {
        (self.choices, self.words, self.typed, self.isRecurring, self.isNew) = (choices, words, typed, isRecurring, isNew)
        self.paying = paying
        let rows = (0..<Self.mostParts).last { typed.has("part-amount-\($0)") }.map { $0 + 1 } ?? 0
        parts = typed["do"] == "split" ? min(max(2, rows + 1), Self.mostParts) : rows
        hadPhoto = typed.file("photo") != nil
        guard rows == 0, parts > 0 else { return }
        // The first part gets what was chosen for the whole.
        let category = typed["category"] == Self.usual ? "" : typed["category"]
        self.typed = typed.with("part-category-0", category).with(Self.newCategory(0), typed["new_category"])
    }

    // MARK: What stands in the fields at first

    /// The fields of a stored transaction.
    static func fields(_ terms: ExpenseTerms, _ day: Day, _ format: Conventions) -> [(name: String, value: String)] {
        func amount(_ amount: ExpenseAmount) -> String { format.exact(amount.text) }
        var fields = [
            ("amount", amount(terms.amount)), ("currency", terms.currency.code), ("kind", terms.kind.rawValue),
            ("name", terms.name),
            ("method", terms.method.rawValue), ("place", terms.place ?? terms.placeName), ("day", day.description),
            ("time", JournalView.clock(terms.minute)), ("description", terms.description),
        ]
        if terms.parts.parts.count > 1 {
            for (number, part) in terms.parts.parts.enumerated() {
                fields += [("part-amount-\(number)", amount(part.amount)), ("part-category-\(number)", part.category ?? "")]
            }
        } else {
            fields.append(("category", terms.parts.parts.first?.category ?? ""))
        }
        return fields.map { (name: $0.0, value: $0.1) }
    }

    // MARK: The fields

    func values(_ errors: FormErrors) -> Values {
        let words = words
        let name = FieldView("name", .text, words("expenses.name"), hint: isNew ? words("expenses.name-hint") : nil)
        var time = FieldView("time", .text, words("expenses.time"))
        time.type = "time"
        let description = FieldView("description", .longText, words("expenses.description"))
        let category = FieldView("new_category", .text, words("expenses.new-category"), hint: words("expenses.new-category-hint"))
        let first = [
            FieldView("amount", .amount(), words("expenses.amount"), isRequired: true),
            FieldView("currency", .choice(currencies), words("expenses.currency")), name,
        ]
        let second =
            (parts > 0 ? [] : [choice("category", categories, words("expenses.category")), category])
            + [
                choice("place", places, words("expenses.place")), payment,
            ] + (isRecurring ? [] : [FieldView("day", .date, words("expenses.day"), isRequired: true)])
            + [time, FieldView("kind", .choice(kinds), words("expenses.kind")), description] + (isRecurring ? [] : [photo])
        let shown = { (fields: [FieldView]) in TemplateValue.list(fields.map { $0.values(errors, typed: typed) }) }
        return [
            "first": shown(first), "recurrence": shown(isRecurring ? recurrence : []), "second": shown(second),
            "isRecurring": .flag(isRecurring), "parts": .list((0..<parts).map { part($0, errors) }), "hasParts": .flag(parts > 0),
            "canSplit": .flag(parts < Self.mostParts), "general": .optional(errors.general),
            "split": .text(words(parts > 0 ? "expenses.split-more" : "expenses.split")),
        ]
    }

    /// Without `capture`, so that a phone offers its camera and its photos.
    private var photo: FieldView {
        let hint = words(hadPhoto ? "expenses.photo-again" : "verification.photo-hint")
        return FieldView("photo", .file(accept: SentPicture.types), words("verification.photo"), hint: hint)
    }

    /// Cash, card, or the cash of a wallet. A stored transaction gets and loses its wallet on its own page.
    private var payment: FieldView {
        if let paying {
            let choice = (value: typed["method"], text: words("expenses.method.wallet", ["wallet": paying]))
            return FieldView("method", .choice([choice]), words("expenses.method"), hint: words("expenses.wallet.change-hint"))
        }
        let wallets: [Choice] = (isNew && !isRecurring ? choices.wallets : []).map {
            (EntryCash.choice($0), words("expenses.method.wallet", ["wallet": $0.name]))
        }
        var field = choice("method", methods + wallets, words("expenses.method"))
        if !wallets.isEmpty { field.hint = words("expenses.wallet.hint") }
        return field
    }

    private var recurrence: [FieldView] {
        let units = Recurrence.Unit.allCases.map { (value: $0.rawValue, text: words("expenses.unit.\($0.rawValue)")) }
        return [
            FieldView("every", .digits, words("expenses.every"), isRequired: true),
            FieldView("unit", .choice(units), words("expenses.unit")),
            FieldView("day", .date, words("expenses.first-day"), hint: words("expenses.first-day-hint"), isRequired: true),
            FieldView("until", .date, words("expenses.until"), hint: words("expenses.until-hint")),
        ]
    }

    private typealias Choice = (value: String, text: String)

    /// A choice, in which a new transaction may leave the value to what is usual.
    private func choice(_ name: String, _ choices: [Choice], _ label: String) -> FieldView {
        let first: [Choice] = isNew ? [(Self.usual, words("expenses.usual"))] : []
        return FieldView(name, .choice(first + choices), label)
    }

    private var categories: [Choice] { [("", words("expenses.no-category"))] + choices.categories.map { ($0.id, $0.name) } }

    /// The places, with one that was removed but stands in the transaction.
    private var places: [Choice] {
        let (given, known) = (typed["place"], choices.places.map { (value: $0.id, text: $0.name) })
        let isKnown = given.isEmpty || given == Self.usual || known.contains { $0.value == given }
        return [("", words("expenses.no-place"))] + (isKnown ? [] : [(given, given)]) + known
    }

    private var methods: [Choice] { PaymentMethod.allCases.map { ($0.rawValue, words("expenses.method.\($0.rawValue)")) } }
    private var kinds: [Choice] { ExpenseKind.allCases.map { ($0.rawValue, words("expenses.kind.\($0.rawValue)")) } }

    /// The currencies that were used last, then all others.
    private var currencies: [Choice] {
        var codes = [typed["currency"], choices.currency(words.language)].filter { ISOCurrency($0) != nil }
        codes += choices.recent.map(\.terms.currency.code) + ISOCurrency.all.map(\.code)
        var seen: Set<String> = []
        return codes.filter { seen.insert($0).inserted }.map { ($0, $0) }
    }

    private func part(_ number: Int, _ errors: FormErrors) -> TemplateValue {
        let values = ["n": "\(number + 1)"]
        return [
            "amount": FieldView("part-amount-\(number)", .amount(), words("expenses.part-amount", values))
                .values(errors, typed: typed),
            "category": FieldView("part-category-\(number)", .choice(categories), words("expenses.part-category", values))
                .values(errors, typed: typed),
            "newCategory": FieldView(Self.newCategory(number), .text, words("expenses.part-new-category", values))
                .values(errors, typed: typed),
        ]
    }

    private static func newCategory(_ number: Int) -> String { "part-new-category-\(number)" }

    // MARK: What is sent

    /// Returns the texts of the operation's input. Categories that were typed are in it by name.
    ///
    /// - Parameters:
    ///   - usual: what stands for ``usual``.
    ///   - category: what stands for it where the name has no category yet.
    ///   - errors: receives what is not an amount or a time, and texts that are too long.
    func texts(_ usual: UsualValues?, category: String?, _ errors: inout FormErrors) -> [(name: String, text: String)] {
        errors.addLongTexts(limits, typed, words)
        let wallet = EntryCash.wallet(chosen: typed["method"])
        var texts = [
            (name: "name", text: typed["name"]), (name: "currency", text: typed["currency"]), (name: "kind", text: typed["kind"]),
            (name: "description", text: typed["description"]), (name: isRecurring ? "first" : "day", text: typed["day"]),
            (name: "method", text: wallet == nil ? resolved("method", usual?.method?.rawValue) : PaymentMethod.card.rawValue),
            (name: "place", text: place(usual)),
        ]
        if let amount = typed.journalAmount("amount", words, &errors) { texts.append(("amount", amount)) }
        if !typed["time"].isEmpty {
            let minute = JournalView.minute(typed["time"])
            if minute == nil { errors.add(words("expenses.bad-time"), to: "time") }
            texts.append(("minute", "\(minute ?? 0)"))
        }
        texts += parts > 0 ? partTexts(&errors) : [(name: "category", text: self.category(usual?.category ?? category))]
        if let wallet { texts.append(("wallet", wallet)) }
        if isRecurring { texts += ["every", "unit", "until"].map { (name: $0, text: typed[$0]) } }
        return texts
    }

    /// The names of categories that were typed. They may not exist yet.
    var newCategories: [String] {
        let fields = parts > 0 ? (0..<parts).filter(hasPart).map(Self.newCategory) : ["new_category"]
        return fields.map { typed[$0] }.filter { !$0.isEmpty }
    }

    /// The place as an id, also where it is left to what is usual; empty for none.
    func place(_ usual: UsualValues?) -> String { resolved("place", usual?.place) }

    /// Whether the category is left to what is usual.
    var hasUsualCategory: Bool { parts == 0 && typed["new_category"].isEmpty && typed["category"] == Self.usual }

    private func category(_ usual: String?) -> String {
        typed["new_category"].isEmpty ? resolved("category", usual) : typed["new_category"]
    }

    private var limits: [(name: String, most: Int)] {
        [("name", ExpenseTerms.nameLength), ("description", ExpenseTerms.descriptionLength)]
            + (parts > 0 ? (0..<parts).map(Self.newCategory) : ["new_category"]).map { ($0, ExpenseCategory.nameLength) }
    }

    private func resolved(_ name: String, _ usual: String?) -> String { typed[name] == Self.usual ? usual ?? "" : typed[name] }

    private func hasPart(_ number: Int) -> Bool { !typed["part-amount-\(number)"].isEmpty }

    /// Rows without an amount are left out.
    private func partTexts(_ errors: inout FormErrors) -> [(name: String, text: String)] {
        var texts: [(name: String, text: String)] = []
        var count = 0
        for number in 0..<parts where hasPart(number) {
            let new = typed[Self.newCategory(number)]
            let amount = typed.journalAmount("part-amount-\(number)", words, &errors)
            texts.append(("parts/\(count)/amount", amount ?? "0"))
            texts.append(("parts/\(count)/category", new.isEmpty ? typed["part-category-\(number)"] : new))
            count += 1
        }
        if count == 0 { errors.add(words("wallet.error.missing"), to: "part-amount-0") }
        return texts
    }

    /// The form's fields by the pointers of the operation's errors.
    static let pointers: [String: String] = {
        var pointers = Dictionary(uniqueKeysWithValues: names.map { ("/\($0)", $0) })
        pointers["/minute"] = "time"
        pointers["/first"] = "day"
        for number in 0..<mostParts { pointers["/parts/\(number)/amount"] = "part-amount-\(number)" }
        return pointers
    }()
}

extension PageKit.Fields {
    /// Reads an amount of the journal in the reader's notation as a plain decimal.
    ///
    /// - Returns: nil, with the error beside the field, for a text that is no amount or one that the journal does not take.
    func journalAmount(_ name: String, _ words: Words, _ errors: inout FormErrors) -> String? {
        guard let text = decimal(name, words, &errors) else { return nil }
        guard FixedDecimal(text).flatMap({ ExpenseAmount($0) }) != nil else {
            errors.add(words("expenses.bad-amount"), to: name)
            return nil
        }
        return text
    }
}

extension Expenses.Filter {
    static let shape = Shape<Expenses.Filter>()
    /// All transactions.
    static var all: Expenses.Filter { get throws { try shape.value(texts: []) } }
}

extension Places.Filter {
    static let shape = Shape<Places.Filter>()
    /// All places.
    static var all: Places.Filter { get throws { try shape.value(texts: []) } }
}

extension Language {
    /// The code of the currency in which its readers most often spend.
    var usualCurrency: String {
        switch self {
        case .english: "USD"
        case .italian: "EUR"
        case .russian: "RUB"
        case .kazakh: "KZT"
        }
    }
}
