import Ledger
import Market

/// The holdings and flows of wallets, day by day.
struct WalletDays {
    let wallets: Set<WalletID>
    let first: Day
    let last: Day
    /// The last day with closes, which also apply to later days.
    let newest: Day
    let conversion: CurrencyConversion
    /// The quantity added on each day, by asset; day 0 also contains everything before it.
    private var changes: [AssetID: [Int: Quantity]] = [:]
    /// Coins and cash that came in from outside.
    private var inflows: [AssetID: [Int: Quantity]] = [:]
    /// Coins and cash that went out, above zero.
    private var outflows: [AssetID: [Int: Quantity]] = [:]
    /// The recorded value of withdrawals without a close, in US dollars; nil for a day with a withdrawal without a recorded value.
    private var recordedOutflows: [AssetID: [Int: Money?]] = [:]
    private var prices: [AssetID: [Money?]] = [:]
    /// The days of the closes of currencies, if they are before the day that they are used for.
    private var olderPriceDays: [AssetID: [Int: Day]] = [:]
    /// The deposits and withdrawals around the days on which closes may change because of a split.
    private var adjustments: [AssetID: [Int: CloseShift.Adjustment]] = [:]

    init(wallets: Set<WalletID>, first: Day, last: Day, newest: Day, conversion: CurrencyConversion) {
        (self.wallets, self.first, self.last) = (wallets, first, last)
        (self.newest, self.conversion) = (newest, conversion)
    }

    var assets: [AssetID] { changes.keys.sorted() }

    mutating func add(_ record: RecordedTransaction) throws {
        let transaction = record.transaction
        let index = Swift.max(transaction.day - first, 0)
        var moved: [AssetID: Quantity] = [:]
        for posting in transaction.postings where wallets.contains(posting.account.wallet) {
            switch posting.account.role {
            case .holding:
                changes[posting.asset, default: [:]][index, default: .zero] =
                    try (changes[posting.asset]?[index] ?? .zero).adding(posting.amount)
                moved[posting.asset] = try (moved[posting.asset] ?? .zero).adding(posting.amount)
            // A transfer's fee leaves the wallets but is a loss and not a flow.
            case .fees where transaction.kind == .transfer:
                moved[posting.asset] = try (moved[posting.asset] ?? .zero).adding(posting.amount)
            default: break
            }
        }
        guard transaction.day >= first else { return }
        for (asset, quantity) in moved where asset != .usd {
            try adjust(asset, by: quantity, index, record)
        }
        // What is lost left without being taken out: the return shows it.
        guard [.deposit, .withdrawal, .transfer].contains(transaction.kind), !transaction.isLost else { return }
        for (asset, quantity) in moved {
            if quantity > .zero { try Self.add(quantity, asset, index, to: &inflows) }
            guard quantity < .zero else { continue }
            try Self.add(-quantity, asset, index, to: &outflows)
            let (before, value) = (recordedOutflows[asset]?[index] ?? .some(.zero), transaction.value)
            recordedOutflows[asset, default: [:]][index] = .some(try before.flatMap { sum in try value.map { try sum.adding($0) } })
        }
    }

    /// Records the change made by a deposit, a withdrawal, income or a split.
    private mutating func adjust(
        _ asset: AssetID, by quantity: Quantity, _ index: Int, _ record: RecordedTransaction
    ) throws(DecimalError) {
        var day = adjustments[asset]?[index] ?? CloseShift.Adjustment()
        switch record.transaction.kind {
        case .deposit, .withdrawal: (day.moved, day.transactions) = (try day.moved.adding(quantity), day.transactions + [record.id])
        case .income: day.earned = try day.earned.adding(quantity)
        case .split: day.isSplit = true
        default: return
        }
        adjustments[asset, default: [:]][index] = day
    }

    private static func add(
        _ quantity: Quantity, _ asset: AssetID, _ index: Int, to flows: inout [AssetID: [Int: Quantity]]
    ) throws(DecimalError) {
        flows[asset, default: [:]][index] = try (flows[asset]?[index] ?? .zero).adding(quantity)
    }

    /// - Parameter closes: ascending by day; each is valid until its age exceeds ``ClosePrices/longestAgeDays(of:)``.
    mutating func setPrices(_ closes: [PriceOfDay], of asset: AssetID) {
        var prices = [Money?](repeating: nil, count: last - first + 1)
        let age = ClosePrices.longestAgeDays(of: asset)
        for close in closes where close.day <= newest {
            let until = newest - close.day <= age ? last : min(close.day + age, last)
            guard until >= first else { continue }
            for index in Swift.max(close.day - first, 0)...(until - first) {
                prices[index] = close.price
                if age > 0 { olderPriceDays[asset, default: [:]][index] = close.day < min(first + index, newest) ? close.day : nil }
            }
        }
        self.prices[asset] = prices
    }

    func values() throws -> [DayValue] {
        var holdings: [(asset: AssetID, quantity: Quantity)] = assets.map { ($0, .zero) }
        var result: [DayValue] = []
        result.reserveCapacity(last - first + 1)
        for index in 0...(last - first) {
            for place in holdings.indices {
                guard let change = changes[holdings[place].asset]?[index] else { continue }
                holdings[place].quantity = try holdings[place].quantity.adding(change)
            }
            result.append(try value(of: holdings, index))
        }
        return result
    }

    private func value(of holdings: [(asset: AssetID, quantity: Quantity)], _ index: Int) throws -> DayValue {
        let none = Money.zero(conversion.currency)
        var value: Money? = none
        var (inflow, outflow): (Money?, Money?) = (none, none)
        var missing: [AssetID] = []
        var rateDays: [Day] = []
        let (day, own) = (min(first + index, newest), conversion.currency.asset)
        for (asset, quantity) in holdings {
            let close = asset == .usd ? Money.one : prices[asset]?[index]
            let price = try conversion.price(of: asset, close: close, on: day)
            if quantity != .zero || inflows[asset]?[index] != nil || outflows[asset]?[index] != nil, asset != own {
                rateDays += [conversion.olderRateDay(on: day), olderPriceDays[asset]?[index]].compactMap(\.self)
            }
            if quantity != .zero {
                if price == nil, close == nil { missing.append(asset) }
                if price == nil, !conversion.hasRate(on: day), !missing.contains(own) { missing.append(own) }
                let worth = conversion.value(of: asset, quantity, close: close, on: day)
                if worth == nil, price != nil { missing.append(asset) }
                value = try sum(value, worth)
            }
            if let quantity = inflows[asset]?[index] {
                inflow = try sum(inflow, conversion.value(of: asset, quantity, close: close, on: day))
            }
            guard let quantity = outflows[asset]?[index], let sum = outflow else { continue }
            let recorded = close == nil ? recordedOutflows[asset]?[index] ?? nil : nil
            let worth =
                if let recorded {
                    try conversion.converted(recorded, on: day)
                } else {
                    conversion.value(of: asset, quantity, close: close, on: day)
                }
            outflow = try worth.map { try sum.adding($0) }
        }
        return DayValue(
            day: first + index, value: value, inflow: inflow, outflow: outflow, missing: missing.sorted(),
            olderRateDay: rateDays.min())
    }

    /// Returns the sum; nil if a value is missing.
    private func sum(_ total: Money?, _ value: Money?) throws(DecimalError) -> Money? {
        guard let total, let value else { return nil }
        return try total.adding(value)
    }
}

extension WalletDays {
    /// Returns the days on which the closes of held coins change as they would in a split, in order of time.
    func closeShifts() throws -> [CloseShift] {
        var shifts: [CloseShift] = []
        for asset in assets where Currency(asset) == nil {
            guard let prices = prices[asset] else { continue }
            var before: (day: Day, price: Money)?
            for index in 0...min(last - first, max(newest - first, 0)) {
                guard let price = prices[index] else { continue }
                let current = (day: first + index, price: price)
                defer { before = current }
                guard let before, CloseJump.ratio(before.price.doubleValue, price.doubleValue) >= CloseShift.smallestRatio else {
                    continue
                }
                // Quantities of the first day were there before it, so they are not adjustments.
                let near = max(index - CloseShift.nearDays, 1)...(index + CloseShift.nearDays)
                let shift = CloseShift(
                    of: asset, (before, current), held: try held(asset, before: near.lowerBound),
                    near.compactMap { adjustments[asset]?[$0] })
                if let shift { shifts.append(shift) }
            }
        }
        return shifts.sorted { ($0.day, $0.asset) < ($1.day, $1.asset) }
    }

    /// Returns the quantity of an asset held at the beginning of a day.
    private func held(_ asset: AssetID, before index: Int) throws(DecimalError) -> Quantity {
        var sum = Quantity.zero
        for (day, change) in changes[asset] ?? [:] where day < index { sum = try sum.adding(change) }
        return sum
    }
}
