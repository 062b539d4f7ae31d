import Ledger
import Market
import Text

/// A foreign table as a file with our columns, which the import reads.
package struct MatchedTransactions: Sendable {
    /// Why a row cannot be recorded.
    package struct Fault: Equatable, Sendable {
        package enum Reason: Equatable, Sendable {
            /// The cell is missing or cannot be read.
            case unread
            /// The cell is in a unit that the import does not convert. It is the code of a currency, or the unit as written.
            case unit(String, expected: String)
            /// The quantity is negative, although the kind says that coins come in.
            case negative
            /// The fee is negative, and others of the file are positive: it may be a rebate.
            case negativeFee
            /// The status is neither that of completed transactions nor of others.
            case status
            /// The row has more cells than the table has columns: a comma may stand in a number without quotation marks.
            case extraCell
        }

        package let line: Int
        /// Nil for ``Reason/extraCell``.
        package let field: ColumnMatch.Field?
        /// The cell; empty if it is missing.
        package let text: String
        package var reason = Reason.unread
    }

    /// The file.
    package let csv: String
    /// The lines of the rows in the table, by their lines in ``csv``.
    private let lines: [Int: Int]
    package let faults: [Fault]
    /// The tokens in which amounts of money are stated, such as USDT. They count as dollars, as in price files.
    package let tokens: Set<String>
    /// The rows that are not recorded because they were not completed, by their status. The lines ascend.
    package let leftOut: [(status: String, lines: [Int])]
    /// Whether the file writes fees with a minus.
    package let hasNegativeFees: Bool
    /// The lines of rows that are recorded with their total although it differs from price × quantity by more than the fee and
    /// rounding explain. They ascend.
    package let differingTotals: [Int]

    /// - Parameter match: with a column for each required field.
    package init(_ table: TransactionTable, _ match: ColumnMatch) {
        var (csv, lines, faults, tokens) = (CSVText.line(Self.columns), [Int: Int](), [Fault](), Set<String>())
        let pattern = match.dateFormat.flatMap { try? DatePattern($0) }
        let units = StatedUnits(table, match)
        let filled = table.rows.filter { row in row.cells.contains { !$0.isEmpty } }
        let rows = filled.filter { StatusWords.isCompleted(match.cell(.status, $0)) != false }
        let fees = rows.compactMap { ForeignNumber(match.cell(.fee, $0), match.decimal)?.value }
        let hasNegativeFees = fees.contains { $0 < .zero } && fees.allSatisfy { $0 <= .zero }
        var (next, totals) = (2, TotalCheck())
        for row in rows {
            var reading = RowReading(row: row, match: match, pattern: pattern, units: units, hasNegativeFees: hasNegativeFees)
            for line in reading.rows().map(CSVText.line) {
                csv += line
                lines[next] = row.line
                // A cell may contain line ends.
                next += line.utf8.count { $0 == UInt8(ascii: "\n") }
            }
            faults += reading.faults
            tokens.formUnion(reading.tokens)
            totals.add(reading.totals)
            if let cell = row.cells.dropFirst(table.names.count).first(where: { !$0.isEmpty }) {
                faults.append(Fault(line: row.line, field: nil, text: cell, reason: .extraCell))
            }
        }
        (self.csv, self.lines, self.faults, self.tokens) = (csv, lines, faults, tokens)
        (self.hasNegativeFees, leftOut, differingTotals) = (hasNegativeFees, Self.leftOut(filled, match), totals.differingLines)
    }

    private static func leftOut(_ rows: [TransactionTable.Row], _ match: ColumnMatch) -> [(status: String, lines: [Int])] {
        let rows = rows.map { (line: $0.line, status: match.cell(.status, $0)) }.filter {
            StatusWords.isCompleted($0.status) == false
        }
        return Dictionary(grouping: rows) { StatusWords.plain($0.status) }.values
            .compactMap { rows in rows.first.map { ($0.status, rows.map(\.line)) } }
            .sorted { ($0.lines.first ?? 0) < ($1.lines.first ?? 0) }
    }

    static let columns = ["time", "kind", "wallet", "asset", "quantity", "cash", "fee", "to", "value", "note"]

    /// The line of the table for a line of ``csv``.
    package func line(_ line: Int) -> Int { lines[line] ?? line }
}

/// Reads a row of a foreign table.
private struct RowReading {
    let row: TransactionTable.Row
    let match: ColumnMatch
    let pattern: DatePattern?
    let units: StatedUnits
    let hasNegativeFees: Bool
    private(set) var faults: [MatchedTransactions.Fault] = []
    private(set) var tokens: Set<String> = []
    private(set) var totals = TotalCheck()

    init(row: TransactionTable.Row, match: ColumnMatch, pattern: DatePattern?, units: StatedUnits, hasNegativeFees: Bool) {
        (self.row, self.match, self.pattern, self.units) = (row, match, pattern, units)
        self.hasNegativeFees = hasNegativeFees
    }

    private func cell(_ field: ColumnMatch.Field) -> String { match.cell(field, row) }

    private mutating func note(_ field: ColumnMatch.Field, _ reason: MatchedTransactions.Fault.Reason = .unread) {
        let text = field == .time ? match.time(row) : cell(field)
        faults.append(.init(line: row.line, field: field, text: text, reason: reason))
    }

    /// An empty status is refused like an unknown one.
    private mutating func checkStatus() {
        guard match.columns[.status] != nil, StatusWords.isCompleted(cell(.status)) == nil else { return }
        note(.status, cell(.status).isEmpty ? .unread : .status)
    }

    private mutating func number(_ field: ColumnMatch.Field) -> ForeignNumber? {
        let text = cell(field)
        guard !text.isEmpty, text != "-" else { return nil }
        let number = ForeignNumber(text, match.decimal)
        if let number { totals.note(number.places, of: field) } else { note(field) }
        return number
    }

    /// Reads an amount that must be in a unit, as far as the table states one. Zero is zero in all currencies.
    private mutating func amount(_ field: ColumnMatch.Field, in unit: String) -> FixedDecimal? {
        guard let number = number(field) else { return nil }
        if number.value == .zero, number.unit.map({ CurrencyMark($0) != nil }) ?? true { return .zero }
        if let stated = units.unit(of: number, field, in: row.cells, otherThan: unit) {
            note(field, .unit(stated, expected: unit))
        }
        if unit == "USD" { tokens.formUnion(units.dollarTokens(of: number, field, in: row.cells)) }
        return number.value
    }

    /// The cells of ``MatchedTransactions/columns``. A fee in another asset than the row's has a row of its own.
    mutating func rows() -> [[String]] {
        checkStatus()
        let asset = asset()
        let quantity = quantity(asset)
        let (price, cash, value) = (amount(.price, in: "USD"), amount(.cash, in: "USD"), amount(.value, in: "USD"))
        if let price, price < .zero { note(.price) }
        let kind = kind(quantity, isTrade: price != nil || cash != nil)
        let isTrade = kind == .buy || kind == .sell
        let hasValue = kind.map { [.deposit, .withdrawal, .income].contains($0) } ?? false
        let size = quantity?.magnitude
        let product = size.flatMap { size in price.flatMap { try? size.multiplied(by: $0.magnitude) } }
        let fee = fee(asset, isTrade: isTrade, inAsset: kind == .transfer || !isTrade && (price ?? cash ?? value) == nil)
        let isOwnFee = fee.map { isTrade && $0.asset == "USD" || kind == .transfer && $0.asset == asset } ?? false
        // What was paid or received counts more than a rounded price.
        let paid = cash.map { isOwnFee ? withoutFee($0.magnitude, fee?.amount, product, kind) : $0.magnitude }
        let worth = isTrade ? paid ?? value?.magnitude ?? product : value?.magnitude ?? paid ?? product
        if isTrade || hasValue && value == nil && asset.uppercased() != "USD" { checkTotal(cash, price, size, fee, of: asset) }
        let (time, wallet) = (time(), cell(.wallet))
        let row = [
            time, kind?.rawValue ?? "", wallet, asset, text(size), isTrade ? text(worth) : "", isOwnFee ? text(fee?.amount) : "",
            cell(.to), hasValue && asset.uppercased() != "USD" ? text(worth) : "", cell(.note),
        ]
        guard let fee, !isOwnFee else { return [row] }
        return [row, [time, Transaction.Kind.fee.rawValue, wallet, fee.asset, text(fee.amount), "", "", "", "", cell(.note)]]
    }

    private mutating func checkTotal(
        _ cash: FixedDecimal?, _ price: FixedDecimal?, _ size: FixedDecimal?, _ fee: (amount: FixedDecimal, asset: String)?,
        of asset: String
    ) {
        guard let cash, let price, let size else { return }
        let dollars = fee.flatMap { $0.asset == asset ? try? $0.amount.multiplied(by: price) : $0.asset == "USD" ? $0.amount : nil }
        totals.add(
            line: row.line, total: cash.magnitude, price: price.magnitude, quantity: size, fee: dollars?.magnitude ?? .zero)
    }

    private mutating func quantity(_ asset: String) -> FixedDecimal? {
        let quantity = amount(.quantity, in: asset)
        if quantity == nil, !faults.contains(where: { $0.field == .quantity }) { note(.quantity) }
        return quantity
    }

    /// A fee without a stated unit is in the row's asset if the row states no money, as in Kraken's ledgers, and in dollars otherwise.
    private mutating func fee(_ asset: String, isTrade: Bool, inAsset: Bool) -> (amount: FixedDecimal, asset: String)? {
        guard let number = number(.fee), number.value != .zero else { return nil }
        if number.value < .zero, !hasNegativeFees { note(.fee, .negativeFee) }
        let usual = inAsset ? asset : "USD"
        let stated = units.unit(of: number, .fee, in: row.cells, otherThan: usual)
        guard let stated else {
            if usual == "USD" { tokens.formUnion(units.dollarTokens(of: number, .fee, in: row.cells)) }
            return (number.value.magnitude, usual)
        }
        let unit = StatedUnits.isSame(stated, asset) ? asset : stated.uppercased()
        guard unit == asset || KnownAssets.id(named: unit) != nil else {
            note(.fee, .unit(stated, expected: usual))
            return nil
        }
        return (number.value.magnitude, unit)
    }

    /// Takes the fee out of what was paid or received, if that is nearer to quantity × price: some programs include the fee.
    private func withoutFee(
        _ cash: FixedDecimal, _ fee: FixedDecimal?, _ product: FixedDecimal?, _ kind: Transaction.Kind?
    ) -> FixedDecimal {
        guard let fee, let product, let net = try? kind == .buy ? cash.subtracting(fee) : cash.adding(fee), net >= .zero,
            let (off, netOff) = try? (cash.subtracting(product), net.subtracting(product)), netOff.magnitude < off.magnitude
        else { return cash }
        return net
    }

    private func text(_ number: FixedDecimal?) -> String { number.map { "\($0)" } ?? "" }

    private mutating func time() -> String {
        let text = match.time(row)
        guard let stamp = pattern?.stamp(text) ?? DateText.stamp(text) else {
            note(.time)
            return ""
        }
        // A Unix time and a date alone are in no time zone.
        guard !cell(.zone).isEmpty, stamp.offset == nil, text.contains(":") else { return MomentText.iso(stamp.seconds) }
        guard let zone = CalendarZone(cell(.zone)) else {
            note(.zone)
            return ""
        }
        return MomentText.iso(zone.time(ofLocalSeconds: stamp.localSeconds))
    }

    /// The kind in its column; without one, that of the quantity's sign.
    private mutating func kind(_ quantity: FixedDecimal?, isTrade: Bool) -> Transaction.Kind? {
        guard match.columns[.kind] != nil else {
            let isIn = (quantity ?? .zero) >= .zero
            return isTrade ? (isIn ? .buy : .sell) : (isIn ? .deposit : .withdrawal)
        }
        let kind = KindWords.kind(cell(.kind))
        if kind == nil { note(.kind) }
        if let kind, [.buy, .deposit, .income].contains(kind), let quantity, quantity < .zero { note(.quantity, .negative) }
        return kind
    }

    /// The coin of a pair such as `BTC-USD`; other texts as they are.
    private mutating func asset() -> String {
        let text = KrakenName.usual(cell(.asset))
        if text.isEmpty { note(.asset) }
        let symbol = CoinSymbol(text)
        guard let quote = symbol.quote else { return text }
        if !QuoteCurrency.isDollar(quote) {
            note(.asset, .unit(quote, expected: "USD"))
        } else if quote != "USD" {
            tokens.insert(quote)
        }
        return symbol.base
    }
}
