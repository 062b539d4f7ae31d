import Ledger
import Market
import Platform
import Records
import Store

/// Whether money is spent or comes in.
package enum ExpenseKind: String, FieldChoice { case expense, income }

package enum PaymentMethod: String, FieldChoice { case cash, card }

/// What is paid, and how: what an entry and a recurring transaction have in common.
package struct ExpenseTerms: Equatable, Record {
    package let kind: ExpenseKind
    package let name, description: String
    package let amount: ExpenseAmount
    package let currency: ISOCurrency
    package let method: PaymentMethod
    /// Of the day, by the person's clock.
    package internal(set) var minute: Int
    /// The place's id.
    package internal(set) var place: String?
    /// Kept when the place is removed; empty without a place.
    package internal(set) var placeName: String
    package internal(set) var parts: ExpenseParts

    static let minutes = 0...1439
    /// Noon: of entries without a time.
    static let defaultMinute = 720
    package static let nameLength = 200
    package static let descriptionLength = 2000

    /// - Parameter placeName: the name of the place, or of one that was removed.
    init(_ draft: ExpenseTermsDraft, at place: Place?, named placeName: String, parts: ExpenseParts) {
        (kind, name, description) = (draft.kind, String(draft.name.trimmed), draft.description)
        (amount, currency, method, minute) = (draft.amount, draft.currency, draft.method, draft.minute)
        (self.place, self.placeName, self.parts) = (place?.id, placeName, parts)
    }

    init(
        kind: ExpenseKind, name: String, description: String, amount: ExpenseAmount, currency: ISOCurrency, method: PaymentMethod,
        minute: Int, place: Place?, placeName: String, parts: ExpenseParts
    ) {
        (self.kind, self.name, self.description) = (kind, name, description)
        (self.amount, self.currency, self.method, self.minute) = (amount, currency, method, minute)
        (self.place, self.placeName, self.parts) = (place?.id, placeName, parts)
    }

    package init(_ field: inout Fields<Self>) throws {
        kind = try field("kind", \.kind)
        name = try field("name", \.name)
        description = try field("description", \.description)
        amount = try field("amount", \.amount)
        currency = try field("currency", \.currency)
        method = try field("method", \.method)
        minute = try field("minute", \.minute, .integer(Self.minutes), "Of the day, by the person's clock.")
        place = try field("place", \.place, nil, "The place's id.")
        placeName = try field("place_name", \.placeName, nil, "Kept when the place is removed; empty without a place.")
        parts = try field("parts", \.parts, nil, "Usually one. They add up to the amount.")
    }
}

/// An entry of the journal.
package struct Expense: Equatable, StoredRecord {
    /// `x_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    /// Grows with each change.
    package internal(set) var version: Int
    package internal(set) var terms: ExpenseTerms
    /// By the person's calendar.
    package internal(set) var day: Day
    /// The recurring transaction that it was entered for, and the day on which it was due.
    package let recurring: String?
    package let dueOn: Day?
    /// What the line of a file that it was imported from is recognised by; nil for any other entry.
    var importKey: String?
    package let createdAt: Moment
    /// When the person removed it; the removal can be undone for a day.
    package internal(set) var removedAt: Moment?
    /// When its photo was set; nil without one. ``Photos`` has the JPEG.
    package let photoAt: Moment?
    /// The public id of the wallet whose cash pays it, and the number of the transaction there. A wallet without a transaction is one
    /// that no longer pays: see ``Expenses/pay(_:_:_:)``.
    package internal(set) var wallet: String?
    package internal(set) var walletTransaction: Int?
    /// What a search and a name are compared with; see ``JournalText``.
    private(set) var nameKey, search, placeKey: String

    init(_ terms: ExpenseTerms, of owner: String, on day: Day, recurring: String? = nil, at now: Moment) {
        id = "x_" + RandomID.hexadecimal(digits: 16)
        (self.owner, version, self.terms, self.day) = (owner, 1, terms, day)
        (self.recurring, dueOn, createdAt, removedAt) = (recurring, recurring == nil ? nil : day, now, nil)
        photoAt = nil
        (nameKey, search, placeKey) = Self.keys(terms)
    }

    private static func keys(_ terms: ExpenseTerms) -> (String, String, String) {
        let name = JournalText.key(terms.name)
        return (name, "\(name)\n\(JournalText.key(terms.description))", JournalText.key(terms.placeName))
    }

    /// The same entry with other contents.
    func changed(_ terms: ExpenseTerms, _ day: Day) -> Expense {
        var changed = self
        (changed.version, changed.terms, changed.day) = (version + 1, terms, day)
        (changed.nameKey, changed.search, changed.placeKey) = Self.keys(terms)
        return changed
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("x_"))
        owner = try field("owner", \.owner, inDocuments: false)
        version = try field("version", \.version, nil, "Grows with each change.")
        terms = try field(\.terms)
        day = try field("day", \.day, nil, "By the person's calendar.")
        recurring = try field("recurring", \.recurring, nil, "The id of the recurring transaction that it was entered for.")
        dueOn = try field("due_on", \.dueOn, nil, "The day on which the recurring transaction was due.")
        importKey = try field("import_key", \.importKey, inDocuments: false)
        createdAt = try field("created_at", \.createdAt)
        removedAt = try field("removed_at", \.removedAt, inDocuments: false)
        photoAt = try field("photo_at", \.photoAt, nil, "When its photo was set; null without one.")
        wallet = try field("wallet", \.wallet, nil, "The id of the wallet whose cash pays it.")
        walletTransaction = try field(
            "wallet_transaction", \.walletTransaction, nil,
            "The number of the transaction there; null if it was taken back or replaced in the wallet, or the wallet was deleted.")
        nameKey = try field("name_key", \.nameKey, inDocuments: false)
        search = try field("search", \.search, inDocuments: false)
        placeKey = try field("place_key", \.placeKey, inDocuments: false)
    }

    package static var schemaName: String? { "Expense" }
    package static let table = Table<Expense>("expenses")
}

/// What a person enters of an entry or of a recurring transaction.
package struct ExpenseTermsDraft: Record {
    package let kind: ExpenseKind
    package let name, description: String
    package let amount: ExpenseAmount
    package let currency: ISOCurrency
    package let method: PaymentMethod
    package let minute: Int
    /// Ids or names.
    package let place, category: String?
    package let parts: ExpenseParts?

    package init(_ field: inout Fields<Self>) throws {
        kind = try field("kind", \.kind, nil, "Whether money is spent or comes in.", default: .expense)
        name = try field("name", \.name, .kept(0...ExpenseTerms.nameLength), nil, default: "")
        description = try field("description", \.description, .kept(0...ExpenseTerms.descriptionLength), nil, default: "")
        amount = try field("amount", \.amount, nil, "Above 0, with no more decimals than the currency has.")
        currency = try field("currency", \.currency)
        method = try field("method", \.method, nil, nil, default: .card)
        minute = try field(
            "minute", \.minute, .integer(ExpenseTerms.minutes), "Of the day, by the person's clock.",
            default: ExpenseTerms.defaultMinute)
        place = try field("place", \.place, .text(1...Place.nameLength), "A place's id or name.")
        category = try field("category", \.category, .text(1...ExpenseCategory.nameLength), "A category's id or name.")
        parts = try field(
            "parts", \.parts, ExpenseParts.schema, "Instead of category: the parts of a receipt, which add up to the amount.")
    }
}

/// The input of a new entry.
package struct ExpenseDraft: Record {
    package let terms: ExpenseTermsDraft
    package let day: Day

    package init(_ field: inout Fields<Self>) throws {
        terms = try field(\.terms)
        day = try field("day", \.day, nil, "By the person's calendar.")
    }

    package static var schemaName: String? { "ExpenseDraft" }
}

extension Reading {
    /// Checks a draft, and finds the place and the categories that it names.
    ///
    /// - Parameter old: what the draft replaces. The name of its place can stay, though the place was removed.
    /// - Throws: ``ExpenseError``.
    func terms(_ draft: ExpenseTermsDraft, _ owner: String, replacing old: ExpenseTerms? = nil) throws -> ExpenseTerms {
        guard draft.amount.fits(draft.currency) else { throw ExpenseError.badAmount(draft.amount.decimal, draft.currency) }
        var (place, name): (Place?, String) = (nil, "")
        if let given = draft.place {
            do {
                place = try self.place(named: given, of: owner)
                name = place?.name ?? ""
            } catch ExpenseError.noPlace where given == old?.placeName {
                name = given
            }
        }
        return ExpenseTerms(draft, at: place, named: name, parts: try parts(draft, owner))
    }

    private func parts(_ draft: ExpenseTermsDraft, _ owner: String) throws -> ExpenseParts {
        guard let parts = draft.parts?.parts else {
            let category = try draft.category.map { try self.category(named: $0, of: owner).id }
            return ExpenseParts([ExpensePart(category: category, amount: draft.amount)])
        }
        guard draft.category == nil else { throw ExpenseError.categoryAndParts }
        let sum = ExpenseAmount(units: parts.reduce(0) { $0 + $1.amount.units })
        guard sum == draft.amount else { throw ExpenseError.partsDiffer(sum: sum.decimal, amount: draft.amount.decimal) }
        for part in parts where !part.amount.fits(draft.currency) {
            throw ExpenseError.badAmount(part.amount.decimal, draft.currency)
        }
        return ExpenseParts(
            try parts.map { part in
                ExpensePart(category: try part.category.map { try category(named: $0, of: owner).id }, amount: part.amount)
            })
    }
}
