import JSONText
import Ledger
import Market
import Records

/// When something happened, and a person's note.
package struct OrderCircumstances: Record {
    /// A moment, or a day, which means its beginning; nil for now.
    package let time: String?
    package let note: String

    package init(_ field: inout Fields<Self>) throws {
        time = try field("time", \.time, .dayOrMoment, "When it happened (default: now).")
        note = try field("note", \.note, .kept(0...2000), "A note to store with the transaction.", default: "")
    }

    /// ``time`` in seconds since 1970-01-01 UTC.
    package var timeSeconds: Int? { time.flatMap { APIMoment.seconds($0) ?? Day(iso: $0).map { $0.daysSince1970 * 86_400 } } }
}

// MARK: Orders

/// What happened in a wallet, or what it holds from now on. Its members depend on its kind. Each kind is recorded as that kind,
/// except `set`, which becomes deposits or withdrawals.
package struct OrderInput: Record {
    package enum Kind: String, FieldChoice { case set, deposit, withdrawal, buy, sell, transfer, fee, income, swap, split }

    package static let schemaName: String? = "Order"

    package let wallet: String
    package let kind: Kind
    /// A ticker or an id.
    package let asset: String?
    package let quantity: Quantity?
    package let cash, price, fee, cost, value: FixedDecimal?
    package let isAtMarket: Bool?
    /// Whether a missing cost or value is looked up.
    package let looksUpValue: Bool?
    /// Whether a purchase also records a deposit of the cash that the wallet lacks for it.
    package let depositsMissingCash: Bool?
    /// The receiving wallet.
    package let to: String?
    /// What a swap or a split brings: a ticker or an id, and how many.
    package let toAsset: String?
    package let toQuantity: Quantity?
    /// What it was for.
    package let label: Transaction.Label?
    package let holdings: HoldingsInput?
    /// The number of the transaction that this order takes the place of.
    package let replaces: Int?
    package let circumstances: OrderCircumstances

    package init(_ field: inout Fields<Self>) throws {
        wallet = try field("wallet", \.wallet, .anyWalletName, WalletReference.note)
        kind = try field("kind", \.kind)
        asset = try field("asset", \.asset, .assetName)
        quantity = try field("quantity", \.quantity, .decimal(.any))
        cash = try field("cash", \.cash, .decimal(.any))
        price = try field("price", \.price, .decimal(.any))
        fee = try field("fee", \.fee, .decimal(.any))
        cost = try field("cost", \.cost, .decimal(.any))
        value = try field("value", \.value, .decimal(.any))
        isAtMarket = try field("at_market", \.isAtMarket, .boolean)
        looksUpValue = try field("look_up_value", \.looksUpValue, .boolean)
        depositsMissingCash = try field("deposit_missing_cash", \.depositsMissingCash, .boolean)
        to = try field("to", \.to, .anyWalletName)
        toAsset = try field("to_asset", \.toAsset, .assetName)
        toQuantity = try field("to_quantity", \.toQuantity, .decimal(.any))
        label = try field("label", \.label)
        holdings = try field("holdings", \.holdings)
        replaces = try field("replaces", \.replaces, .transactionID)
        circumstances = try field(\.circumstances)
    }

    /// The transaction that this order takes the place of; empty for a new one.
    package var replacedIDs: [TransactionID] { replaces.map { [TransactionID(Int64($0))] } ?? [] }

    package static let variants: Schema? = .variants(
        discriminator: "kind",
        [
            .init("set", [.init("holdings", HoldingsInput.schema)] + all),
            .init(
                "deposit",
                [assetMember, quantityMember, .optional("cost", .decimal(.notNegative), costNote), lookUpMember, label(.deposit)]
                    + all),
            .init(
                "withdrawal",
                [
                    assetMember, quantityMember, .optional("value", .decimal(.notNegative), withdrawnNote), lookUpMember,
                    label(.withdrawal),
                ] + all),
            .init("buy", trade(price: .positive) + [missingCashMember] + all), .init("sell", trade(price: .notNegative) + all),
            .init(
                "transfer",
                [
                    assetMember, quantityMember, .init("to", .anyWalletName, "The receiving wallet, by its id or name."),
                    .optional("fee", .decimal(.notNegative), "The transfer fee, in the same asset, on top of the quantity."),
                ] + all),
            .init("fee", [assetMember, quantityMember] + all),
            .init(
                "income",
                [
                    assetMember, quantityMember,
                    .optional(
                        "at_market", .boolean,
                        "Count the coins at their value, which becomes their cost (default: if there is a value). False: they cost nothing."
                    ),
                    .optional(
                        "value", .decimal(.notNegative), "The total value of the coins, in USD (default: their close of that day)."),
                    lookUpMember, label(.income),
                ] + all),
            .init(
                "swap",
                [
                    assetMember, quantityMember, .init("to_asset", .assetName, "The coin that comes in: a ticker or an id."),
                    toQuantityMember, .optional("value", .decimal(.notNegative), swappedNote), lookUpMember,
                ] + all),
            .init(
                "split",
                [
                    assetMember, quantityMember,
                    .init("to_asset", .assetName, "The coin that stands for the old one; may be the same."), toQuantityMember,
                ] + all),
        ])

    private static let assetMember = Schema.Member("asset", .assetName, HoldingsInput.assetNote)
    private static let quantityMember = Schema.Member("quantity", .decimal(.positive))
    private static let toQuantityMember = Schema.Member("to_quantity", .decimal(.positive), "How many come in.")
    private static let lookUpMember = Schema.Member.optional(
        "look_up_value", .boolean, "False: a missing cost or value stays unknown; the close of that day does not replace it.")
    private static let missingCashMember = Schema.Member.optional(
        "deposit_missing_cash", .boolean, "Also record a deposit of the cash that the wallet lacks for the purchase.")
    private static func label(_ kind: Transaction.Kind) -> Schema.Member {
        .optional("label", .choice(kind.labels.map(\.rawValue)), "What it was for." + (kind == .withdrawal ? lossNote : ""))
    }
    private static let lossNote = " Lost coins and cash are worth 0: their cost becomes a realized loss."
    private static let swappedNote =
        "What both sides are worth, in USD (default: the close of that day of the coins given, or else of those received)."
    private static let costNote = "The total cost of the coins, in USD (default: their close of that day)."
    private static let withdrawnNote =
        "The total value of the coins, in USD (default: their close of that day). Coins worth 0 are lost, with their cost."

    /// - Parameter price: worthless coins can be sold for nothing, but not bought.
    private static func trade(price: Schema.Sign) -> [Schema.Member] {
        [
            assetMember, .optional("quantity", .decimal(.positive), "How many coins; or give cash, or both without a price."),
            .optional("cash", .decimal(.positive), "The cash to spend or receive in USD, fee not included."),
            .optional("price", .decimal(price), "USD per coin (default: the close of that day; for today, the newest)."),
            .optional("fee", .decimal(.notNegative), "In USD."),
        ]
    }

    /// The members of all kinds.
    private static let all =
        Shape<OrderCircumstances>().members + [
            .optional(
                "replaces", .transactionID, "The number of a transaction to reverse: the order takes its place, both or neither.")
        ]
}

/// The quantities that a wallet holds from now on.
package struct HoldingsInput: DocumentPart {
    package struct Holding: Record {
        /// A ticker or an id.
        package let asset: String
        package let quantity: Quantity

        package init(_ field: inout Fields<Self>) throws {
            asset = try field("asset", \.asset, .assetName, HoldingsInput.assetNote)
            quantity = try field("quantity", \.quantity, .decimal(.notNegative))
        }
    }

    fileprivate static let assetNote = "A ticker or an id; USD is cash."
    private static let shape = Shape<Holding>()
    package static let schema = Schema.array(shape.schema, count: 1...100)

    package let all: [Holding]

    package init(_ json: JSONValue) throws { all = try (json.array ?? []).map(Self.shape.value(checked:)) }

    package func write(_ writer: inout JSONWriter) {
        writer.array { writer in for holding in all { Self.shape.write(holding, &writer) } }
    }
}

// MARK: Investments

/// An investment to add.
package struct InvestmentInput: Record {
    package static let schemaName: String? = "NewInvestment"

    package let asset: String
    package let quantity: Quantity
    package let price: FixedDecimal
    package let circumstances: OrderCircumstances

    package init(_ field: inout Fields<Self>) throws {
        asset = try field("asset", \.asset, .assetName, "A ticker or an id.")
        quantity = try field("quantity", \.quantity, .decimal(.positive), "How many coins.")
        price = try field("price", \.price, .decimal(.notNegative), "The price of one coin, in USD.")
        circumstances = try field(\.circumstances)
    }
}

/// An investment in a path, and what takes its place.
package struct InvestmentCorrection: Record {
    package static let schemaName = InvestmentInput.schemaName

    package let transaction: Int
    package let investment: InvestmentInput

    package init(_ field: inout Fields<Self>) throws {
        transaction = try field("transaction", \.transaction, .transactionID, "The number of an investment.")
        investment = try field(\.investment)
    }

    package var id: TransactionID { TransactionID(Int64(transaction)) }
}

/// Investments to remove.
package struct InvestmentNumbers: Record {
    package let numbers: [Int]

    package init(_ field: inout Fields<Self>) throws {
        numbers = try field(
            "ids", \.numbers, .array(.transactionID, count: 1...1000),
            "The numbers of the investments, separated by commas.")
    }

    package var ids: [TransactionID] { numbers.map { TransactionID(Int64($0)) } }
}
