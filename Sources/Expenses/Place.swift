import Ledger
import Market
import Platform
import Records
import Store

/// A place where a person spends money.
package struct Place: Equatable, StoredRecord {
    /// `l_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    /// Grows with each change.
    package internal(set) var version: Int
    package let details: PlaceDetails
    package internal(set) var isFavourite: Bool
    /// The ids of its categories.
    package let categories: PlaceCategories
    package let createdAt: Moment
    let nameKey: String

    package static let nameLength = 200
    package static let addressLength = 500
    package static let descriptionLength = 2000

    package var name: String { details.name }

    init(_ draft: PlaceDraft, _ categories: PlaceCategories, of owner: String, at now: Moment) {
        id = "l_" + RandomID.hexadecimal(digits: 16)
        (self.owner, version, details, isFavourite) = (owner, 1, draft.details, draft.isFavourite)
        (self.categories, createdAt, nameKey) = (categories, now, draft.details.nameKey)
    }

    init(_ draft: PlaceDraft, _ categories: PlaceCategories, replacing old: Place) {
        (id, owner, version, details, isFavourite) = (old.id, old.owner, old.version + 1, draft.details, draft.isFavourite)
        (self.categories, createdAt, nameKey) = (categories, old.createdAt, draft.details.nameKey)
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("l_"))
        owner = try field("owner", \.owner, inDocuments: false)
        version = try field("version", \.version, nil, "Grows with each change.")
        details = try field(\.details)
        isFavourite = try field("favourite", \.isFavourite)
        categories = try field("categories", \.categories, nil, "The ids of its categories.")
        createdAt = try field("created_at", \.createdAt)
        nameKey = try field("name_key", \.nameKey, inDocuments: false)
    }

    package static var schemaName: String? { "Place" }
    package static let table = Table<Place>("expense_places")
}

/// What a person says about a place.
package struct PlaceDetails: Equatable, Record {
    package let name, address, description: String
    /// Degrees.
    package let latitude, longitude: FixedDecimal?
    /// An IANA name; nil for the person's own.
    package let timeZone: String?
    /// Nil if they are not known.
    package let hours: OpeningHours?

    var nameKey: String { JournalText.key(String(name.trimmed)) }

    package init(_ field: inout Fields<Self>) throws {
        name = try field(
            "name", \.name,
            .text(
                1...Place.nameLength, pattern: "^[^\\u0000]*\\S[^\\u0000]*$", words: "1 to 200 characters, not only spaces",
                accepts: { !$0.utf8.contains(0) && !$0.trimmed.isEmpty }))
        address = try field("address", \.address, .kept(0...Place.addressLength), nil, default: "")
        description = try field("description", \.description, .kept(0...Place.descriptionLength), nil, default: "")
        latitude = try field("latitude", \.latitude, Schema.decimal(.any), "Degrees, -90 to 90.")
        longitude = try field("longitude", \.longitude, Schema.decimal(.any), "Degrees, -180 to 180.")
        timeZone = try field("time_zone", \.timeZone, .text(1...64), "An IANA name such as Europe/Rome; else the person's own.")
        hours = try field(
            "hours", \.hours, OpeningHours.schema, "When it opens and closes; a day without is closed. Missing if it is not known.")
    }
}

/// The input of a new or changed place.
package struct PlaceDraft: Record {
    package let details: PlaceDetails
    package let isFavourite: Bool
    /// Ids or names.
    package let categories: PlaceCategories

    package init(_ field: inout Fields<Self>) throws {
        details = try field(\.details)
        isFavourite = try field("favourite", \.isFavourite, nil, nil, default: false)
        categories = try field("categories", \.categories, nil, "Ids or names.", default: PlaceCategories([]))
    }

    package static var schemaName: String? { "PlaceDraft" }
}

/// What was spent in a currency.
package struct CurrencySum: Equatable, Record {
    package let currency: ISOCurrency
    package let amount: FixedDecimal

    init(currency: ISOCurrency, amount: FixedDecimal) { (self.currency, self.amount) = (currency, amount) }

    package init(_ field: inout Fields<Self>) throws {
        currency = try field("currency", \.currency)
        amount = try field("amount", \.amount)
    }
}

/// A place with what was spent there.
package struct PlaceUse: Equatable, Record {
    package let place: Place
    /// The number of entries, income too.
    package let count: Int
    /// What was spent, by currency.
    package let spent: [CurrencySum]
    package let lastVisit: Day?

    init(place: Place, count: Int, spent: [CurrencySum], lastVisit: Day?) {
        (self.place, self.count, self.spent, self.lastVisit) = (place, count, spent, lastVisit)
    }

    package init(_ field: inout Fields<Self>) throws {
        place = try field("place", \.place)
        count = try field("count", \.count, nil, "The number of transactions, income too.")
        spent = try field("spent", \.spent, most: ISOCurrency.all.count, "By currency.")
        lastVisit = try field("last_visit", \.lastVisit)
    }

    package static var schemaName: String? { "PlaceUse" }
}

/// How many entries a place has.
package enum PlaceNumber: String, FieldChoice {
    case none = "0"
    case few = "1-10"
    case some = "11-25"
    case many = "26-"

    func contains(_ count: Int) -> Bool {
        switch self {
        case .none: count == 0
        case .few: (1...10).contains(count)
        case .some: (11...25).contains(count)
        case .many: count > 25
        }
    }
}
