import Digests
import Ledger
import Market
import MarketData

/// Turns events into rows of our kinds. This is the one place that knows which kinds the ledger has.
struct EventRows {
    private(set) var rows: [(line: Int, row: TransactionRow)] = []
    private(set) var faults: [EventFault] = []
    /// The tokens whose amounts count as US dollars.
    private(set) var tokens: Set<String> = []

    /// The coins that events with a fault would have brought.
    private(set) var unread: [AssetID: [EventFault]] = [:]

    private let formID: String
    private let wallet: String?
    private let prices: ClosePrices
    private let keepsUnknownValues: Bool
    private var assets: [String: Result<AssetID, AssetError>] = [:]
    private var closes: [CloseKey: Money?] = [:]
    private var equal: [String: Int] = [:]

    private struct CloseKey: Hashable {
        let asset: AssetID
        let day: Day
    }

    /// - Parameters:
    ///   - wallet: the wallet for events that name no account.
    ///   - keepsUnknownValues: whether trades and income without a value are rows, which say why (``TransactionRow/valueError``), instead of faults.
    init(formID: String, wallet: String?, prices: ClosePrices, keepsUnknownValues: Bool) {
        (self.formID, self.wallet, self.prices, self.keepsUnknownValues) = (formID, wallet, prices, keepsUnknownValues)
    }

    /// Adds the rows of an event, or its fault.
    ///
    /// - Throws: `PortfolioError.noWalletNamed` for an event without an account if there is no other wallet: naming one helps all rows.
    mutating func add(_ event: FormEvent) async throws {
        guard let account = event.account ?? wallet else { throw PortfolioError.noWalletNamed }
        do {
            let added = try await rows(of: event, account)
            rows += added.map { (event.line, $0) }
        } catch let error where error is ReadingError || error is AssetError {
            try await add(EventFault(line: event.line, error: error), of: event)
        } catch is DecimalError {
            try await add(EventFault(line: event.line, error: ReadingError.tooLarge), of: event)
        }
    }

    private mutating func add(_ fault: EventFault, of event: FormEvent) async throws {
        faults.append(fault)
        for amount in event.ins {
            if case .success(let asset) = try await found(amount.coin) { unread[asset, default: []].append(fault) }
        }
    }

    private mutating func rows(of event: FormEvent, _ account: String) async throws -> [TransactionRow] {
        let base = key(event, account)
        var start = TransactionRow(
            key: base, time: event.time, kind: .fee, wallet: account, asset: .usd, quantity: .zero, note: Self.note(event))
        start.isKnownIfNear = true
        switch event.kind.base {
        case .trade: return try await trade(event, start)
        case .transfer: return try await transfer(event, start)
        case .fee: return try await fees(event.outs + event.fees, start)
        default:
            var rows: [TransactionRow] = []
            let amounts = event.kind.isIn ? event.ins : event.outs
            for (index, amount) in amounts.enumerated() {
                var row = start
                if index > 0 { row.key += " \(index + 1)" }
                (row.asset, row.quantity) = (try await asset(amount.coin), amount.quantity)
                try await complete(&row, amount.coin, event)
                rows.append(row)
            }
            return rows + (try await fees(event.fees, start))
        }
    }

    /// Sets kind, label and value.
    private mutating func complete(_ row: inout TransactionRow, _ coin: String, _ event: FormEvent) async throws {
        (row.kind, row.label) = (event.kind.recorded, event.kind.label)
        guard row.asset != .usd else { return }
        let worth = try await event.worth.asyncFlatMap { try await value($0, event.time) }
        switch event.kind.base {
        // The coins are gone, and their cost becomes a realized loss.
        case .loss: row.value = .usd(.zero)
        case .income:
            // The coins of a fork cost nothing, unless the file says what they were worth.
            let close = try await worth == nil && event.kind != .fork ? close(row.asset, event.time) : nil
            row.value = try worth ?? close.map { try row.quantity.multiplied(by: $0) }
            row.isAtMarketValue = row.value != nil
            guard row.value == nil else { break }
            // Not free coins: the file again would not correct them.
            let error =
                missingRate(event) ?? (event.kind == .fork ? nil : .noValue([coin], since: prices.neededDay(at: event.time)))
            if let error, !keepsUnknownValues { throw error }
            row.valueError = error
        default: (row.value, row.looksUpValue, row.missingRate) = (worth, worth == nil, worth == nil ? missingRate(event) : nil)
        }
    }

    /// The rate that gives the worth that a file states in a currency; nil if it states none.
    private func missingRate(_ event: FormEvent) -> ReadingError? {
        guard let worth = event.worth, ISOCurrency(worth.coin) != nil else { return nil }
        return .noRates(worth.coin, since: prices.neededDay(at: event.time))
    }

    /// Fees in coins that are not part of a trade.
    private mutating func fees(_ fees: [FormEvent.Amount], _ start: TransactionRow) async throws -> [TransactionRow] {
        var rows: [TransactionRow] = []
        for (index, fee) in fees.enumerated() {
            var row = start
            row.key += index == 0 ? " fee" : " fee \(index + 1)"
            (row.kind, row.asset, row.quantity) = (.fee, try await asset(fee.coin), fee.quantity)
            rows.append(row)
        }
        return rows
    }

    private mutating func transfer(_ event: FormEvent, _ start: TransactionRow) async throws -> [TransactionRow] {
        guard let out = event.outs.first, let into = event.ins.first, let target = event.target, target != start.wallet else {
            throw ReadingError.sameWallet
        }
        var row = start
        (row.kind, row.asset, row.quantity, row.target) = (.transfer, try await asset(out.coin), into.quantity, target)
        let own = try event.fees.filter { $0.coin == out.coin }.map(\.quantity).sum()
        let lost = try out.quantity.subtracting(into.quantity)
        row.fee = try (lost > .zero ? lost : .zero).adding(own)
        return [row] + (try await fees(event.fees.filter { $0.coin != out.coin }, start))
    }

    // MARK: Trades

    private mutating func trade(_ event: FormEvent, _ start: TransactionRow) async throws -> [TransactionRow] {
        for amount in event.outs + event.ins + event.fees { _ = try await asset(amount.coin) }
        var start = start
        let (outs, ins) = try await legs(event, &start.valueError)
        var apart: [FormEvent.Amount] = []
        var folded: (asset: AssetID, quantity: Quantity)?
        for fee in event.fees {
            let asset = try await asset(fee.coin)
            let isLeg = outs.count == 1 && ins.count == 1 && (outs[0].asset == asset || ins[0].asset == asset)
            if isLeg, folded == nil, asset == outs[0].asset || fee.quantity < ins[0].quantity {
                folded = (asset, fee.quantity)
            } else {
                apart.append(fee)
            }
        }
        return try exchange(outs, ins, fee: folded, start) + (try await fees(apart, start))
    }

    /// The rows of a trade: swaps of coins for coins, or purchases and sales if one side is cash. US dollars are the cash itself; other
    /// currencies are sold for the coins or bought with what coins brought, whose sale then has the fee.
    ///
    /// - Parameter fee: in the asset of the only leg on its side; part of the cost, or of what is sold.
    private func exchange(
        _ outs: [TradeLeg], _ ins: [TradeLeg], fee: (asset: AssetID, quantity: Quantity)?, _ start: TransactionRow
    ) throws -> [TransactionRow] {
        var (outs, ins, cost) = (outs, ins, Money.usd(.zero))
        if let fee, outs[0].asset == fee.asset {
            cost = Money.usd(try outs[0].value.amount.scaled(by: fee.quantity, over: outs[0].quantity))
            outs[0].quantity = try outs[0].quantity.adding(fee.quantity)
            outs[0].value = .usd(try outs[0].value.amount.adding(cost.amount))
        } else if let fee {
            cost = Money.usd(try ins[0].value.amount.scaled(by: fee.quantity, over: ins[0].quantity))
            ins[0].quantity = try ins[0].quantity.subtracting(fee.quantity)
            if ins[0].asset != .usd { ins[0].value = .usd(try ins[0].value.amount.subtracting(cost.amount)) }
        }
        let isForCash = ins.allSatisfy { Currency($0.asset) != nil } && !outs.contains { $0.asset == .usd }
        func rows(_ legs: [TradeLeg], _ kind: Transaction.Kind, hasFee: Bool) -> [TransactionRow] {
            legs.filter { $0.asset != .usd }.enumerated().map { index, leg in
                var row = start
                row.key += " \(kind.rawValue)" + (index == 0 ? "" : " \(index + 1)")
                (row.kind, row.asset, row.quantity, row.cash) = (kind, leg.asset, leg.quantity, leg.value)
                if hasFee, cost.amount != .zero { row.fee = cost.amount }
                return row
            }
        }
        let trades = rows(outs, .sell, hasFee: isForCash) + rows(ins, .buy, hasFee: !isForCash)
        // Without a value, currencies are shown as swapped too, and several coins share an amount in equal parts.
        guard let swaps = try CoinSwap.swaps(of: outs, for: ins, isUnvalued: start.valueError != nil) else {
            if let error = start.valueError, !(outs + ins).contains(where: { $0.asset == .usd }) { throw error }
            return trades
        }
        let parts = trades.map { TransactionRow.Part(key: $0.key, kind: $0.kind, asset: $0.asset, quantity: $0.quantity) }
        return swaps.enumerated().map { index, swap in
            var row = start
            row.key += " swap" + (index == 0 ? "" : " \(index + 1)")
            (row.kind, row.asset, row.quantity) = (.swap, swap.given.asset, swap.given.quantity)
            (row.received, row.parts) = (.init(swap.received.asset, swap.received.quantity), parts)
            row.value = start.valueError == nil ? swap.value : nil
            return row
        }
    }

    /// Returns what one side of a trade was worth: US dollars of one side, the stated worth, a currency at its rate, a token pegged to
    /// the dollar, or coins at the close of the day.
    private mutating func tradeValue(_ event: FormEvent) async throws -> Money {
        for side in [event.outs, event.ins] where side.count == 1 && side[0].coin == "USD" { return .usd(side[0].quantity) }
        if let worth = event.worth, let value = try await value(worth, event.time) { return value }
        let sides = [event.outs, event.ins]
        let money = sides.filter { $0.count == 1 }.map { $0[0] }
        for amount in money where ISOCurrency(amount.coin) != nil || QuoteCurrency.isDollar(amount.coin) {
            if let value = try await value(amount, event.time) { return value }
        }
        // Euros may be valued by the coins of the other side; in other currencies, the rate shows that the code is that of a currency.
        if let other = money.first(where: { ISOCurrency($0.coin).map { ![.usd, .eur].contains($0) } ?? false }) {
            throw ReadingError.noRates(other.coin, since: prices.neededDay(at: event.time))
        }
        for side in sides {
            if let value = try await sum(side, event.time) { return value }
        }
        if let error = missingRate(event) { throw error }
        // The rate of a currency gives the value alone; otherwise the coins of either side do, as far as they have no close.
        if let currency = money.first(where: { ISOCurrency($0.coin) != nil }) {
            throw ReadingError.noValue([currency.coin], since: prices.neededDay(at: event.time))
        }
        var lacking: [String] = []
        for amount in sides.joined() {
            if try await value(amount, event.time) == nil { lacking.append(amount.coin) }
        }
        throw ReadingError.noValue(lacking, since: prices.neededDay(at: event.time))
    }

    private mutating func sum(_ amounts: [FormEvent.Amount], _ time: Int) async throws -> Money? {
        var sum = FixedDecimal.zero
        for amount in amounts {
            guard let value = try await value(amount, time) else { return nil }
            sum = try sum.adding(value.amount)
        }
        return .usd(sum)
    }

    /// The legs of both sides; if their value is unknown and may be, in equal parts.
    private mutating func legs(
        _ event: FormEvent, _ valueError: inout ReadingError?
    ) async throws -> (outs: [TradeLeg], ins: [TradeLeg]) {
        do {
            let unshared = try await unshared(event)
            guard unshared.isEmpty else { throw ReadingError.noShares(unshared, since: prices.neededDay(at: event.time)) }
            let total = try await tradeValue(event)
            return (try await legs(event.outs, total, event.time), try await legs(event.ins, total, event.time))
        } catch let error as ReadingError where keepsUnknownValues && !error.unpricedCoins.isEmpty {
            valueError = error
            // Of US dollars, the sum is known.
            let dollars = [event.outs, event.ins].lazy.compactMap { side in
                side.first { $0.coin == "USD" }.map { (amount: $0.quantity, parts: side.count) }
            }.first
            let total = try dollars.map { try $0.amount.multiplied(by: FixedDecimal($0.parts)) }
            return (try await equalLegs(event.outs, total), try await equalLegs(event.ins, total))
        }
    }

    /// The coins without a close among several of one side, which share its value by their closes.
    private mutating func unshared(_ event: FormEvent) async throws -> [String] {
        var unshared: [String] = []
        for amount in [event.outs, event.ins].filter({ $0.count > 1 }).joined() where !unshared.contains(amount.coin) {
            if try await value(amount, event.time) == nil { unshared.append(amount.coin) }
        }
        return unshared
    }

    /// - Parameter total: what the side is worth; nil if it is not known.
    private mutating func equalLegs(_ amounts: [FormEvent.Amount], _ total: FixedDecimal?) async throws -> [TradeLeg] {
        let ones = amounts.map { _ in FixedDecimal.one }
        let values = try total.map { try $0.shared(by: ones) } ?? ones
        var legs: [TradeLeg] = []
        for (amount, value) in zip(amounts, values) {
            legs.append(TradeLeg(asset: try await asset(amount.coin), quantity: amount.quantity, value: .usd(value)))
        }
        return legs
    }

    /// The legs of a side, which together are worth `total`, in proportion to their own values.
    private mutating func legs(_ amounts: [FormEvent.Amount], _ total: Money, _ time: Int) async throws -> [TradeLeg] {
        var legs: [TradeLeg] = []
        for amount in amounts {
            let asset = try await asset(amount.coin)
            let own = amounts.count == 1 ? total : try await value(amount, time)
            guard let own else { throw ReadingError.noShares([amount.coin], since: prices.neededDay(at: time)) }
            legs.append(TradeLeg(asset: asset, quantity: amount.quantity, value: own))
        }
        for (index, part) in try total.amount.shared(by: legs.map(\.value.amount)).enumerated() { legs[index].value = .usd(part) }
        return legs
    }

    // MARK: Values

    /// The value of an amount in US dollars at the rate or close of its day; nil if none is stored.
    private mutating func value(_ amount: FormEvent.Amount, _ time: Int) async throws -> Money? {
        if QuoteCurrency.isDollar(amount.coin) {
            if amount.coin != "USD" { tokens.insert(amount.coin) }
            return .usd(amount.quantity)
        }
        guard case .success(let asset) = try await found(amount.coin), let close = try await close(asset, time) else { return nil }
        return try amount.quantity.multiplied(by: close)
    }

    private mutating func close(_ asset: AssetID, _ time: Int) async throws -> Money? {
        let key = CloseKey(asset: asset, day: Day(secondsSince1970: time))
        if let known = closes[key] { return known }
        let close = try await prices.marketPrice(of: asset, at: time)?.price
        closes[key] = .some(close)
        return close
    }

    private mutating func asset(_ coin: String) async throws -> AssetID {
        switch try await found(coin) {
        case .success(let asset): return asset
        case .failure(let error): throw error
        }
    }

    private mutating func found(_ coin: String) async throws -> Result<AssetID, AssetError> {
        if let known = assets[coin] { return known }
        let result: Result<AssetID, AssetError>
        do {
            result = .success(try await prices.market.directory.asset(coin).id)
        } catch let error as AssetError {
            result = .failure(error)
        }
        assets[coin] = result
        return result
    }

    // MARK: Keys

    /// The key of an event: the program's id, or its content and its number among equal ones. Both are the same in a later export.
    private mutating func key(_ event: FormEvent, _ account: String) -> String {
        let amounts = [event.outs, event.ins, event.fees].map { side in
            side.map { "\($0.quantity) \($0.coin)" }.joined(separator: " + ")
        }
        let content = event.id ?? "\(event.time) \(event.kind.base.rawValue) \(amounts.joined(separator: " > ")) \(account)"
        equal[content, default: 0] += 1
        let number = equal[content] ?? 1
        let text = content.utf8.count > 120 || content.utf8.contains(0) ? SHA256.hexadecimal(of: Array(content.utf8)) : content
        return "\(formID) \(text)" + (number == 1 ? "" : " #\(number)")
    }

    /// The beginning of the file's note.
    private static func note(_ event: FormEvent) -> String {
        String(String.UnicodeScalarView(event.note.unicodeScalars.filter { $0 != "\0" }.prefix(400)))
    }
}

/// An event whose rows cannot be recorded.
struct EventFault: Sendable {
    let line: Int
    let error: any Error
}

extension Optional {
    fileprivate func asyncFlatMap<Value>(_ transform: (Wrapped) async throws -> Value?) async rethrows -> Value? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
