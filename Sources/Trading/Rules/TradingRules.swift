import Identity
import Ledger
import Market
import Platform
import Settings

/// Fees, limits, banking days and levels of the simulated accounts, in the form of a settings file.
package struct TradingRules: SettingValues {
    /// How long a quote is valid, in seconds.
    package var quoteSeconds = 30
    /// The maximum age of a market quote for trades, in minutes.
    package var largestQuoteAgeMinutes = 15
    /// The maximum age of a close for trades, in hours since the end of its day.
    package var largestCloseAgeHours = 36
    /// The fee as a share of the trade.
    package var tradeFee = Rate(percent: "1")
    /// In the currency of the trade, with the fee.
    package var leastTrade = Cents(text: "1.00")
    package var mostTrade = Cents(text: "10000.00")
    /// How far a price may move between quote and confirmation, if a person has not chosen.
    package var tolerance = Rate(percent: "1")
    /// The maximum lifetime of a limit or stop order, or a plan, in days.
    package var longestOrderDays = 365
    /// The maximum number of open orders, and of active plans, of one person.
    package var mostOpenOrders = 100
    package var mostOrdersAnHour = 200
    package var mostPaymentsADay = 50
    package var mostTransfersADay = 100
    /// The amount of one withdrawal or transfer above which the password is needed again, if a person has not chosen; US dollars.
    package var passwordAbove = Cents(text: "1000.00")
    /// How many of a person's first deposits arrive at once, so that nobody has to wait for a banking day to try the account.
    package var instantDeposits = 1
    /// Banking days.
    package var depositDays = 1
    package var withdrawalDays = 2
    /// A payment that is ordered later than this counts from the next banking day; minutes since midnight UTC.
    package var cutOffMinutes = 14 * 60
    package var leastDeposit = Cents(text: "1.00")
    package var mostDeposit = Cents(text: "50000.00")
    package var leastWithdrawal = Cents(text: "10.00")
    package var withdrawalFee = Cents(text: "0.50")
    /// Withdrawals to accounts that end in these four digits are returned, so that returns can be tried.
    package var returnedAccountEnding = "0404"
    /// The fee as a share of the amount sent to another person.
    package var transferFee = Rate(percent: "0.1")
    package var basicTradeDay = Cents(text: "150.00")
    package var basicTradeMonth = Cents(text: "500.00")
    package var basicWithdrawalDay = Cents(text: "0.00")
    package var basicWithdrawalMonth = Cents(text: "0.00")
    package var basicTransferDay = Cents(text: "0.00")
    package var basicTransferMonth = Cents(text: "0.00")
    package var fullTradeDay = Cents(text: "20000.00")
    package var fullTradeMonth = Cents(text: "200000.00")
    package var fullWithdrawalDay = Cents(text: "5000.00")
    package var fullWithdrawalMonth = Cents(text: "50000.00")
    package var fullTransferDay = Cents(text: "5000.00")
    package var fullTransferMonth = Cents(text: "50000.00")
    /// How long a verification's documents are kept after they were sent or submitted, in days.
    package var documentDays = 30
    /// Places where people meet, for the help page.
    package var communityLinks: [CommunityLink] = []
    package var referralReward = Cents(text: "10.00")

    package init() {}

    /// The limits of a level for a purpose, in US dollars.
    package func limits(_ level: VerificationLevel, _ purpose: UsagePurpose) -> (day: FixedDecimal, month: FixedDecimal) {
        let (day, month): (Cents, Cents) =
            switch (level, purpose) {
            case (.none, _): (Cents(text: "0.00"), Cents(text: "0.00"))
            case (.basic, .trade): (basicTradeDay, basicTradeMonth)
            case (.basic, .withdrawal): (basicWithdrawalDay, basicWithdrawalMonth)
            case (.basic, .transfer): (basicTransferDay, basicTransferMonth)
            case (.full, .trade): (fullTradeDay, fullTradeMonth)
            case (.full, .withdrawal): (fullWithdrawalDay, fullWithdrawalMonth)
            case (.full, .transfer): (fullTransferDay, fullTransferMonth)
            }
        return (day.amount, month.amount)
    }

    // MARK: The file

    /// - Parameter file: nil for the defaults.
    /// - Throws: `SettingsError`.
    package static func read(file: String?) throws(SettingsError) -> TradingRules {
        try SettingsReader(sections.flatMap(\.settings), help: "closecast-server --print-trading-rules")
            .read(environment: { _ in nil }, file: file)
    }

    /// A settings file with every default and its meaning.
    package static var fileText: String {
        let head = """
            # The rules of Closecast's simulated accounts. No real money is ever moved.
            # Lines of the form: name = value. A setting that is left out has its default, which is the value shown here.
            # Limits are in US dollars; amounts in euros count at the current rate.

            """
        return head
            + sections.map { section in
                "\n# --- \(section.title) ---\n"
                    + section.settings.map { "\n# \($0.help): \($0.accepted)\n\($0.name) = \($0.defaultText ?? "")\n" }.joined()
            }.joined()
    }

    /// The settings by topic.
    static let sections: [(title: String, settings: [Setting<TradingRules>])] = [
        ("Prices", prices), ("Trades and orders", trades), ("Payments", payments), ("Transfers between people", transfers),
        ("Limits of the levels", levels), ("Verification and referral", people),
    ]

    private static let prices: [Setting<TradingRules>] = [
        .integer("quote-seconds", \.quoteSeconds, 1...3600, "how long a quote is valid"),
        .integer("largest-quote-age-minutes", \.largestQuoteAgeMinutes, 1...1440, "the maximum age of a market quote for trades"),
        .integer(
            "largest-close-age-hours", \.largestCloseAgeHours, 1...1_000_000,
            "the maximum age of a daily close for trades, counted from the end of its day"),
    ]

    private static let trades: [Setting<TradingRules>] = [
        .rate("trade-fee", \.tradeFee, "fee, as a share of each trade"),
        .cents("least-trade", \.leastTrade, "the smallest trade, in its currency, with the fee"),
        .cents("most-trade", \.mostTrade, "the largest trade, in its currency, with the fee"),
        .rate("tolerance", \.tolerance, "how far a price may move before a quote is confirmed, if the person has not set it"),
        .integer("longest-order-days", \.longestOrderDays, 1...3650, "how long limit and stop orders and plans can run"),
        .integer("most-open-orders", \.mostOpenOrders, 1...10_000, "open orders, and active plans, of one person"),
        .integer("most-orders-an-hour", \.mostOrdersAnHour, 1...1_000_000_000, "orders that one person can make in an hour"),
    ]

    private static let payments: [Setting<TradingRules>] = [
        .integer("instant-deposits", \.instantDeposits, 0...1_000_000, "how many of a person's first deposits arrive at once"),
        .integer("deposit-days", \.depositDays, 0...30, "banking days until a deposit arrives"),
        .integer("withdrawal-days", \.withdrawalDays, 0...30, "banking days until a withdrawal arrives"),
        .integer(
            "cut-off-minutes", \.cutOffMinutes, 0...1440,
            "minutes since midnight UTC after which a payment counts from the next banking day, when it is also sent"),
        .cents("least-deposit", \.leastDeposit, "the smallest deposit"),
        .cents("most-deposit", \.mostDeposit, "the largest deposit"),
        .cents("least-withdrawal", \.leastWithdrawal, "the smallest withdrawal"),
        .cents("withdrawal-fee", \.withdrawalFee, "fee of a withdrawal, in its currency"),
        .integer("most-payments-a-day", \.mostPaymentsADay, 1...1_000_000, "deposits and withdrawals of one person in 24 hours"),
        Setting(
            "returned-account-ending", \.returnedAccountEnding, "four digits",
            "withdrawals to accounts that end so come back, so that returns can be tried", shown: { $0 }
        ) { text in text.utf8.count == 4 && text.allSatisfy(\.isASCII) && text.allSatisfy(\.isNumber) ? text : nil },
    ]

    private static let transfers: [Setting<TradingRules>] = [
        .rate("transfer-fee", \.transferFee, "fee of what is sent to another person, in the coin"),
        .integer("most-transfers-a-day", \.mostTransfersADay, 1...1_000_000, "transfers of one person in 24 hours"),
        .cents(
            "password-above", \.passwordAbove,
            "withdrawals and transfers above it need the password again, if the person has not set it"),
    ]

    private static let levels: [Setting<TradingRules>] = [
        .cents("basic-trade-day", \.basicTradeDay, "trades a day with a verified phone"),
        .cents("basic-trade-month", \.basicTradeMonth, "trades a month with a verified phone"),
        .cents("basic-withdrawal-day", \.basicWithdrawalDay, "withdrawals a day with a verified phone"),
        .cents("basic-withdrawal-month", \.basicWithdrawalMonth, "withdrawals a month with a verified phone"),
        .cents("basic-transfer-day", \.basicTransferDay, "transfers a day with a verified phone"),
        .cents("basic-transfer-month", \.basicTransferMonth, "transfers a month with a verified phone"),
        .cents("full-trade-day", \.fullTradeDay, "trades a day with verified documents"),
        .cents("full-trade-month", \.fullTradeMonth, "trades a month with verified documents"),
        .cents("full-withdrawal-day", \.fullWithdrawalDay, "withdrawals a day with verified documents"),
        .cents("full-withdrawal-month", \.fullWithdrawalMonth, "withdrawals a month with verified documents"),
        .cents("full-transfer-day", \.fullTransferDay, "transfers a day with verified documents"),
        .cents("full-transfer-month", \.fullTransferMonth, "transfers a month with verified documents"),
    ]

    private static let people: [Setting<TradingRules>] = [
        .integer("document-days", \.documentDays, 1...3650, "days that documents are kept after they were submitted"),
        .cents("referral-reward", \.referralReward, "simulated US dollars for each person who was referred and verified"),
        Setting(
            "community-links", \.communityLinks,
            "names with addresses, such as Forum=https://forum.example.com, separated by commas",
            "where people meet, for the page of help", shown: { $0.map(\.description).joined(separator: ", ") }
        ) { CommunityLink.list(parsing: $0) },
    ]
}

/// A share, such as a fee, from 0 to 100 %.
package struct Rate: Hashable, Sendable, CustomStringConvertible {
    /// 0.01 is 1 %.
    package let value: FixedDecimal

    package init(_ value: FixedDecimal) { self.value = value }

    /// - Parameter percent: `0.1` is one in a thousand.
    init(percent: String) {
        guard let rate = Rate(parsing: percent + " %") else { preconditionFailure("\(percent) is not a percentage") }
        self = rate
    }

    /// Parses `1 %` or `1%`, with at most four digits after the decimal point.
    package init?(parsing text: String) {
        guard text.hasSuffix("%") else { return nil }
        let digits = String(text.dropLast().trimmed)
        guard let percent = FixedDecimal(digits), percent >= .zero, percent <= FixedDecimal(100),
            percent.isWhole(atPlaces: 4), let value = try? percent.divided(by: FixedDecimal(100))
        else { return nil }
        self.value = value
    }

    /// 1 is 1 %.
    package var percent: FixedDecimal { FixedDecimal(units: value.units * 100) }

    package var description: String { "\(percent) %" }
}

/// An amount of money with at most two digits after the decimal point, not negative.
package struct Cents: Hashable, Sendable, CustomStringConvertible {
    package let amount: FixedDecimal

    /// Returns nil for other texts.
    package init?(parsing text: String) {
        guard let amount = FixedDecimal(text), amount >= .zero, amount <= FixedDecimal(1_000_000_000_000),
            amount.isWhole(atPlaces: 2)
        else { return nil }
        self.amount = amount
    }

    init(text: String) {
        guard let cents = Cents(parsing: text) else { preconditionFailure("\(text) is not an amount") }
        self = cents
    }

    /// The form of a settings file: without commas.
    package var description: String { amount.fixed(places: 2).replacing(",", with: "") }
}

extension Setting {
    fileprivate static func rate(
        _ name: String, _ path: WritableKeyPath<Values, Rate> & Sendable, _ help: String
    ) -> Setting { Setting(name, path, "0 % to 100 %, at most four decimal places", help) { Rate(parsing: $0) } }

    fileprivate static func cents(
        _ name: String, _ path: WritableKeyPath<Values, Cents> & Sendable, _ help: String
    ) -> Setting { Setting(name, path, "an amount such as 10.00", help) { Cents(parsing: $0) } }
}
