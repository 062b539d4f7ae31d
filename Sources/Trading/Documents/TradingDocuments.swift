import Ledger
import Market
import People
import Records

/// A simulated account with the tickers of its coins.
package typealias ShownTradingAccount = (state: TradingAccounts.State, tickers: [AssetID: Ticker])

/// An address of a simulated account, which receives one coin.
package typealias OwnCoinAddress = (asset: AssetID, address: String)

/// The documents of simulated accounts. Amounts are strings, exact to 18 decimal places.
package enum TradingDocuments {
    /// Every answer states that the money is not real.
    static func simulated<Value>() -> Document<Value>.Member {
        .field("simulated", nil, "Always true: no real money is ever moved.") { _ in true }
    }

    // MARK: Account

    package static let account = Document<ShownTradingAccount>(
        "TradingAccount", simulated(), .field("id", .id("t_")) { $0.state.account.id }, .choice("level") { $0.state.account.level },
        .amount("tolerance_percent", "How far a price may move between quote and confirmation.") {
            $0.state.account.tolerance.percent
        },
        .amount("password_above_usd", "Withdrawals and transfers above it need the password again.") {
            $0.state.account.passwordAbove
        },
        .moment("created_at", "Null until the first write opens it.", orNull: { $0.state.account.createdAt }),
        .moment("bank_time", "The time of the made-up bank's clock.") { $0.state.bankTime },
        .field("clock_speed", .number(), "How much faster than real time the bank's clock runs.") { $0.state.clockSpeed },
        .list("balances", 0...10_000, of: balance) { account in
            account.state.balances.sorted { $0.key < $1.key }.map { ($0.key, account.tickers[$0.key], $0.value) }
        },
        .list("limits", 0...10, of: limit) { $0.state.limits })

    private static let balance = Document<(asset: AssetID, ticker: Ticker?, amounts: TradingBalance)>(
        nil, .text("asset", .assetID) { $0.asset }, .field("ticker", .ticker) { $0.ticker?.description ?? $0.asset.description },
        .amount("free") { $0.amounts.free }, .amount("held", "Reserved for open orders and withdrawals.") { $0.amounts.held })

    private static let limit = Document<TradingAccounts.Limit>(
        nil, .choice("purpose") { $0.purpose }, .field("period", .choice(["day", "month"])) { $0.period.rawValue },
        .amount("most", "In US dollars.") { $0.most }, .amount("used", "In US dollars.") { $0.used })

    // MARK: Trades

    private static let price: [Document<TradeOrder.Fill>.Member] = [
        .amount("price", "The price of one coin, in the currency.") { $0.price },
        .field("price_source", .text(0...200)) { $0.priceSource }, .moment("price_time") { $0.priceTime },
    ]

    package static let quote = Document<TradeQuote>(
        "TradeQuote",
        members: [
            simulated(), .field("id", .id("q_")) { $0.id }, .choice("side") { $0.figures.side },
            .text("asset", .assetID) { $0.figures.asset }, .field("currency", .accountCurrency) { $0.figures.currency },
            .amount("quantity", "Coins.") { $0.figures.quantity },
            .amount("cash", "What you pay, fee included, or receive, after the fee.") { $0.figures.cash },
            .amount("fee", "In the currency.") { $0.figures.fee },
        ] + price.of { TradeOrder.Fill($0.figures) } + [
            .moment("created_at") { $0.createdAt }, .moment("expires_at") { $0.expiresAt },
        ])

    package static let order = Document<TradeOrder>(
        "TradeOrder", simulated(), .field("id", .id("o_")) { $0.id }, .choice("kind") { $0.kind }, .choice("side") { $0.side },
        .text("asset", .assetID) { $0.asset }, .field("currency", .accountCurrency) { $0.currency },
        .amount("amount") { $0.amount.amount },
        .choice("amount_in") { $0.amount.unit },
        .amount("trigger_price", "The limit or stop; null for a market order.", orNull: { $0.triggerPrice }),
        .choice("state") { $0.state }, .field("reason", .text(0...60), "Why it failed; a problem's code.") { $0.reason },
        .field("quote", .id("q_")) { $0.quote }, .field("plan", .id("r_")) { $0.plan }, .moment("created_at") { $0.createdAt },
        .moment("ends_at", orNull: { $0.endsAt }), .moment("ended_at", orNull: { $0.endedAt }),
        .object("fill", fill, "What was traded; null unless it is filled.", orNull: { $0.fill }))

    private static let fill = Document<TradeOrder.Fill>(
        nil,
        members: [.amount("quantity") { $0.quantity }, .amount("cash") { $0.cash }, .amount("fee") { $0.fee }] + price)

    package static let plan = Document<RecurringPlan>(
        "RecurringPlan", simulated(), .field("id", .id("r_")) { $0.id }, .text("asset", .assetID) { $0.asset },
        .field("currency", .accountCurrency) { $0.currency },
        .amount("cash", "The amount of each purchase, fee included.") { $0.amount },
        .choice("every") { $0.every }, .moment("next_at", "By the bank's clock, like ends_at.") { $0.nextAt },
        .moment("ends_at") { $0.endsAt },
        .field("runs", .integer(0...Schema.largestInteger), "Purchases so far, including failed ones.") { $0.runs },
        .field("last_order", .id("o_"), "The newest purchase, filled or failed; null before the first.") { $0.newestOrder },
        .choice("state") { $0.state }, .moment("created_at") { $0.createdAt })

    // MARK: Payments

    package static let method = Document<PaymentMethod>(
        "PaymentMethod", .field("id", .id("m_")) { $0.id }, .choice("kind") { $0.kind },
        .field("label", .text(1...60)) { $0.label },
        .field("network", .text(0...60), "The network of a card, or the country of a bank account.") { $0.network },
        .field("last_four", .text(4...4)) { $0.lastFour }, .field("expires", .text(5...5)) { $0.expires },
        .moment("created_at") { $0.createdAt })

    package static let payment = Document<Payment>(
        "Payment", simulated(), .field("id", .id("p_")) { $0.id }, .choice("kind") { $0.kind },
        .field("currency", .accountCurrency) { $0.currency },
        .amount("amount", "What arrives.") { $0.amount }, .amount("fee") { $0.fee }, .field("method", .id("m_")) { $0.method },
        .choice("state") { $0.state }, .field("reason", .text(0...60), "Why it was returned.") { $0.reason },
        .moment("requested_at", "By the bank's clock, like the other times.") { $0.requestedAt },
        .moment("sent_at") { $0.sentAt }, .moment("due_at") { $0.dueAt }, .moment("ended_at", orNull: { $0.endedAt }))

    package static let paymentPreview = Document<Payments.Preview>(
        "PaymentPreview", simulated(), .field("currency", .accountCurrency) { $0.currency }, .amount("amount") { $0.amount },
        .amount("fee") { $0.fee }, .moment("sent_at", "Until then it can be cancelled.") { $0.sentAt },
        .moment("due_at") { $0.arrivesAt })

    package static let depositDetails = Document<Payments.DepositDetails>(
        "DepositDetails", simulated(), .field("recipient", .text(1...200)) { $0.recipient },
        .field("bank", .text(1...100)) { $0.bank },
        .text("iban", .text(15...42)) { $0.iban }, .text("reference", .text(5...40)) { $0.reference },
        .moment("due_at", "When a deposit announced now would arrive.") { $0.arrivesAt })

    // MARK: Transfers

    package static let address = Document<OwnCoinAddress>(
        "CoinAddress", simulated(), .text("asset", .assetID) { $0.asset },
        .field("address", .text(10...100), "On no real blockchain.") { $0.address })

    package static let transfer = Document<CoinTransfer>(
        "CoinTransfer", simulated(), .field("id", .id("x_")) { $0.id }, .text("asset", .assetID) { $0.asset },
        .amount("quantity", "What arrives.") { $0.quantity }, .amount("fee", "In the coin.") { $0.fee },
        .field("address", .text(10...100)) { $0.address }, .field("note", .text(0...200)) { $0.note },
        .moment("created_at") { $0.createdAt })

    package static let transferPreview = Document<Transfers.Preview>(
        "TransferPreview", simulated(), .text("asset", .assetID) { $0.asset }, .amount("quantity") { $0.quantity },
        .amount("fee") { $0.fee }, .field("address", .text(10...100)) { $0.address })

    // MARK: History

    package static let entry = Document<HistoryEntry>(
        "TradingHistoryEntry", .field("id", .text(18...18)) { $0.id }, .choice("kind") { $0.kind },
        .moment("time", "The real time of its end, or of its start while it is open.") { $0.time },
        .field("state", .text(1...20)) { $0.state }, .text("asset", .assetID, orNull: { $0.asset }),
        .amount("quantity", orNull: { $0.quantity }), .field("currency") { $0.currency }, .amount("cash", orNull: { $0.cash }),
        .amount("fee", "In the currency; for coins sent, in the coin. 0 if it was returned.", orNull: { $0.fee }),
        .amount("price", orNull: { $0.price }), .field("other", .text(0...100), "The payment method, or the address.") { $0.other },
        .amount("amount", "What was ordered.") { $0.amount.amount }, .choice("amount_in") { $0.amount.unit },
        .field("detail", .text(0...200), "The kind of an order, or the note of a transfer.") { $0.detail },
        .amount("trigger_price", orNull: { $0.triggerPrice }), .field("reason", .text(0...60)) { $0.reason },
        .moment(
            "due_at", "When a payment arrives, by the bank's clock; null if it was cancelled or returned.", orNull: { $0.dueAt }))

    /// The whole history as one file, which is written in pieces.
    package static let history = Document<[HistoryEntry]>(nil, simulated(), .list("entries", 0...100_000_000, of: entry) { $0 })

    /// The lines of the history as a CSV, each with the ticker of its coin.
    package static let entryLine = Document<(entry: HistoryEntry, ticker: String)>(
        members: entryColumns.members.of { $0.entry } + [
            // A file is often read without the page that it came from.
            .field("ticker") { $0.ticker }, simulated(),
        ])

    private static let entryColumns = entry.columns(
        "id", "time", "kind", "state", "asset", "quantity", "currency", "cash", "fee", "price", "other", "amount", "amount_in",
        "detail", "trigger_price", "reason")

    // MARK: Favourites and help

    /// The order of a person's favourites.
    static let chosenCoins = Document<[AssetID]>(
        nil,
        .values("assets", .array(.assetID, count: 0...100), "The coins that the caller chose, in their order.") {
            $0.map(\.description)
        })

    package static let favouriteOrder = Document<FavouriteOrder>(
        "CoinFeed",
        members: chosenCoins.members.of { $0.chosen } + [
            .text("preferred", .assetID, "The preferred coin; null for none.", orNull: { $0.preferred }),
            .values("shown", .array(.assetID, count: 0...101), "The preferred coin, chosen or not, and then the others.") {
                $0.shown.map(\.description)
            },
        ])

    package static let help = Document<(language: Person.Choices.Language, questions: [HelpQuestion], links: [CommunityLink])>(
        "TradingHelp", simulated(), .choice("language", "The language of the questions and answers.") { $0.language },
        .list("questions", 0...1000, of: question, "The best match first, if there is a query.") { $0.questions },
        .list("community_links", 0...1000, of: link, "Community sites; not part of this server.") { $0.links })

    private static let question = Document<HelpQuestion>(
        nil, .field("id", .text(1...60), "The same in every language.") { $0.id },
        .field("question", .text(1...1000)) { $0.question }, .field("answer", .text(1...10_000)) { $0.answer })

    private static let link = Document<CommunityLink>(
        nil, .field("name", .text(1...40)) { $0.name }, .field("address", .text(1...300)) { $0.address })
}
