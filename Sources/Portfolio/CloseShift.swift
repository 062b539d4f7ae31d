import Glibc
import Ledger
import Market

/// A day on which the closes of a held coin change as they would in a split or a redenomination that the journal does not have.
///
/// A quantity that was set to a new value counts as a deposit or withdrawal at market value. The returns and gains over that day are
/// then meaningless. A split that was recorded explains the closes.
package struct CloseShift: Equatable, Sendable {
    /// The coin.
    package let asset: AssetID
    /// The first day with a close of the new size.
    package let day: Day
    /// The previous close, in US dollars a coin.
    package let before: Money
    /// The close of ``day``, in US dollars a coin.
    package let close: Money
    /// The quantity held before, summed over the wallets of the report; above zero.
    package let held: Quantity
    /// The quantity that deposits and withdrawals added within ``nearDays`` days, in proportion to the closes; nil if the quantity
    /// did not change.
    package let added: Quantity?
    /// The last of these deposits or withdrawals; nil if ``added`` is.
    package let transaction: TransactionID?
    /// Whether it is the only one, so that a split can take its place.
    package let isOnlyOne: Bool

    /// The number of days before and after the shift in which the quantity may be set anew.
    static let nearDays = 3
    /// The maximum number of days between two closes that are compared.
    static let longestGapDays = 14
    /// A change of closes that is reported whatever quantity was held: coins rarely move that far from one close to the next.
    static let largestRatio = 4.0
    /// The smallest change that is reported if the quantity was set in proportion.
    static let smallestRatio = 1.8
    /// How much quantity × close may differ from its previous value, as a logarithm: coins also move on the day of a split. At most
    /// half of the change itself, so that a small deposit on the day of a crash does not count as a split.
    private static let tolerance = 0.4

    /// The size of the change, above 1, and its direction: `fall to a tenth`, `rise to 4.2 times`.
    package var words: String {
        let (from, to) = (before.doubleValue, close.doubleValue)
        let ratio = CloseJump.ratio(from, to)
        let nearest = ratio.rounded()
        let isWhole = ratio < 1e15 && abs(ratio / nearest - 1) < 0.15
        guard to < from else {
            return "rise to \(isWhole ? "about \(Int(nearest))" : PriceText.significant(ratio, digits: 2)) times"
        }
        let names = [2: "half", 3: "a third", 4: "a quarter", 10: "a tenth", 100: "a hundredth", 1000: "a thousandth"]
        guard isWhole else { return "fall to \(PriceText.significant(100 / ratio, digits: 3)) %" }
        return "fall to " + (names[Int(nearest)].map { "about \($0)" } ?? "about 1/\(Int(nearest))")
    }

    /// The changes that deposits, withdrawals and income made on one day.
    struct Adjustment {
        var moved = Quantity.zero
        var earned = Quantity.zero
        /// The deposits and withdrawals.
        var transactions: [TransactionID] = []
        var isSplit = false
    }

    /// Returns the shift between two closes; nil if there is none, or if a split or income made up for it.
    ///
    /// - Parameters:
    ///   - closes: two successive closes, in US dollars.
    ///   - held: the quantity held before the days of `adjustments`.
    ///   - adjustments: of the days around the second close, oldest first.
    init?(
        of asset: AssetID, _ closes: (before: (day: Day, price: Money), after: (day: Day, price: Money)), held: Quantity,
        _ adjustments: [Adjustment]
    ) {
        let ratio = closes.after.price.doubleValue / closes.before.price.doubleValue
        let size = CloseJump.ratio(closes.before.price.doubleValue, closes.after.price.doubleValue)
        guard held > .zero, size >= Self.smallestRatio, closes.after.day - closes.before.day <= Self.longestGapDays,
            !adjustments.contains(where: \.isSplit)
        else { return nil }
        func isInProportion(_ added: Quantity) -> Bool {
            let factor = (held.doubleValue + added.doubleValue) / held.doubleValue
            return factor > 0 && abs(log(factor * ratio)) <= min(Self.tolerance, log(size) / 2)
        }
        var (moved, earned) = (Quantity.zero, Quantity.zero)
        for part in adjustments {
            guard let more = try? moved.adding(part.moved), let income = try? earned.adding(part.earned) else { return nil }
            (moved, earned) = (more, income)
        }
        // Coins that cost nothing and are not a deposit: the figures are right.
        guard !isInProportion(earned) else { return nil }
        let isSet = isInProportion(moved)
        guard isSet || size >= Self.largestRatio else { return nil }
        (self.asset, day, self.held) = (asset, closes.after.day, held)
        (before, close) = (closes.before.price, closes.after.price)
        added = isSet ? moved : nil
        let transactions = adjustments.flatMap(\.transactions)
        transaction = isSet ? transactions.last : nil
        isOnlyOne = isSet && transactions.count == 1
    }
}
