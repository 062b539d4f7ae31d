import Digests
import Ledger
import Market
import Portfolio

/// The transactions of a bank's statement in CSV.
package struct Statement: Sendable {
    package struct Row: Equatable, Sendable {
        package let line: Int
        package let day: Day
        /// Nil if the file states no time.
        package let minute: Int?
        package let text: String
        package let counterparty: String
        /// Negative if it was spent.
        package let amount: FixedDecimal
        package let currency: ISOCurrency
        /// The same in every statement with this transaction: of its day, amount, currency and words, and its number among equal ones.
        package let key: String
    }

    /// The given form, with what was found out.
    package let form: StatementForm
    /// The names of the columns; their numbers if the file has none.
    package let names: [String]
    /// The cells of the first lines, to ask about.
    package let samples: [[String]]
    /// While there are any, there are neither rows nor faults.
    package let questions: [StatementQuestion]
    /// In the order of the file.
    package let rows: [Row]
    package let faults: [StatementFault]

    package static let mostBytes = 16 << 20
    private static let sampleLines = 5

    /// Of two encodings, the only one in which the names of columns are known.
    private static func encodings(of bytes: [UInt8]) -> [StatementEncoding] {
        let readings = StatementEncoding.readings(of: bytes)
        guard readings.count > 1 else { return readings }
        let known = readings.filter { $0.utf8(bytes).map(StatementTable.hasKnownHeader) ?? false }
        return known.count == 1 ? known : readings
    }

    /// - Parameter form: what is known of the file, such as answers to its ``questions``.
    /// - Throws: ``StatementError``.
    /// - Complexity: linear in the size of the file.
    package init(_ bytes: [UInt8], form: StatementForm = StatementForm()) throws(StatementError) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge(bytes: bytes.count, most: Self.mostBytes) }
        let encodings = form.encoding.map { [$0] } ?? Self.encodings(of: bytes)
        guard let encoding = encodings.first, let text = encoding.utf8(bytes) else { throw .notText }
        let reader = StatementReader(try StatementTable(text), form)
        var (found, questions) = (reader.form, reader.questions)
        if encodings.count == 1 { found.encoding = encoding } else { questions.insert(.encoding(encodings), at: 0) }
        (self.form, names, self.questions) = (found, reader.table.names, questions)
        samples = reader.table.lines.prefix(Self.sampleLines).map(\.cells)
        (rows, faults) = questions.isEmpty ? reader.rows() : ([], [])
    }
}

/// Reads the lines of a table in a form that it completes.
struct StatementReader {
    let table: StatementTable
    private(set) var form: StatementForm
    private(set) var questions: [StatementQuestion] = []
    /// The currency in the name of the column of amounts.
    private let named: ISOCurrency?

    init(_ table: StatementTable, _ given: StatementForm) {
        var form = given
        if form.columns.isEmpty { form.columns = StatementColumns.match(table) }
        form.columns = form.columns.filter { table.names.indices.contains($0.value) }
        let amounts = [.amount, .debit, .credit].compactMap { form.columns[$0] }
        named = amounts.lazy.compactMap { StatementColumns.currency(inName: table.names[$0]) }.first
        (self.table, self.form) = (table, form)
        let missing = (form.columns[.date] == nil ? [.date] : []) + (amounts.isEmpty ? [StatementForm.Field.amount] : [])
        guard missing.isEmpty else {
            questions = [.columns(missing)]
            return
        }
        completeDates()
        completeDecimal()
        completeSign()
        if form.currency == nil, named == nil, table.lines.contains(where: lacksCurrency) { questions.append(.currency) }
    }

    // MARK: The form

    private mutating func completeDates() {
        if let chosen = form.dateFormat, StatementDates.isKnown(chosen) { return }
        let formats = StatementDates.formats(of: table.lines.map { cell(.date, $0) })
        form.dateFormat = formats.count == 1 ? formats[0] : nil
        if formats.count > 1 { questions.append(.dateFormat(formats)) }
        if formats.isEmpty { questions.append(.columns([.date])) }
    }

    private mutating func completeDecimal() {
        guard form.decimal == nil else { return }
        var (points, commas, open) = (0, 0, 0)
        for line in table.lines {
            for field in StatementForm.Field.numbers where !cell(field, line).isEmpty {
                let point = likelyNumber(cell(field, line), .point, line)
                let comma = likelyNumber(cell(field, line), .comma, line)
                points += point == nil ? 0 : 1
                commas += comma == nil ? 0 : 1
                open += point != nil && comma != nil && point != comma ? 1 : 0
            }
        }
        if points == commas, open > 0 { questions.append(.decimal) } else { form.decimal = commas > points ? .comma : .point }
    }

    /// With three decimals, the number of a currency that has two is another one: a thousand.
    private func likelyNumber(_ text: String, _ decimal: DecimalSign, _ line: StatementTable.Line) -> ForeignNumber? {
        guard let number = StatementNumber.read(text, decimal) else { return nil }
        guard number.places == 3, let currency = try? currency(number, line).get(), currency.decimals < 3 else { return number }
        return nil
    }

    /// Asks if most amounts are positive, and neither another column nor a plus says whether they were spent.
    private mutating func completeSign() {
        guard form.isSpentPositive == nil else { return }
        form.isSpentPositive = false
        guard let column = form.columns[.amount], form.columns[.direction] == nil else { return }
        let decimal = form.decimal ?? .point
        let numbers = table.lines.map { line in
            (
                amount: StatementNumber.read(line.cell(column), decimal)?.value, text: line.cell(column),
                balance: StatementNumber.read(cell(.balance, line), decimal)?.value
            )
        }
        let (received, spent) = (numbers.count { $0.amount ?? .zero > .zero }, numbers.count { $0.amount ?? .zero < .zero })
        guard received > spent else { return }
        if spent == 0, numbers.contains(where: { $0.text.first == "+" }),
            numbers.contains(where: { $0.text.first?.isNumber == true })
        {
            form.isSpentPositive = true  // income alone has a sign
            return
        }
        var (asIs, inverted) = (0, 0)
        for (one, other) in zip(numbers, numbers.dropFirst()) {
            guard let before = one.balance, let after = other.balance, let change = try? after.subtracting(before) else { continue }
            // The older one may be above or below.
            asIs += change == other.amount || one.amount.map { change == -$0 } == true ? 1 : 0
            inverted += other.amount.map { change == -$0 } == true || change == one.amount ? 1 : 0
        }
        guard asIs == inverted else {
            form.isSpentPositive = inverted > asIs
            return
        }
        form.isSpentPositive = nil
        questions.append(.sign)
    }

    private func lacksCurrency(_ line: StatementTable.Line) -> Bool {
        let texts = [StatementForm.Field.amount, .debit, .credit].map { cell($0, line) }.filter { !$0.isEmpty }
        return texts.contains { text in
            let numbers = DecimalSign.allCases.compactMap { StatementNumber.read(text, $0) }
            guard let number = numbers.first, case .success(nil) = currency(number, line) else { return false }
            return true
        }
    }

    private func cell(_ field: StatementForm.Field, _ line: StatementTable.Line) -> String { line.cell(form.columns[field]) }

    // MARK: Rows

    /// The rows and the faults of a form without questions.
    func rows() -> (rows: [Statement.Row], faults: [StatementFault]) {
        var (rows, faults, equal): ([Statement.Row], [StatementFault], [String: Int]) = ([], [], [:])
        let isSigned = table.lines.contains { cell(.amount, $0).contains(where: Self.isMinus) }
        for line in table.lines {
            switch row(line, isSigned: isSigned, &equal) {
            case .success(let row): rows.append(row)
            case .failure(let failure): faults.append(StatementFault(line: line.number, reason: failure.reason))
            }
        }
        return (rows, faults)
    }

    private struct Failure: Error {
        let reason: StatementFault.Reason
    }

    private func row(
        _ line: StatementTable.Line, isSigned: Bool, _ equal: inout [String: Int]
    ) -> Result<Statement.Row, Failure> {
        Result { () throws(Failure) in
            guard line.cells.dropFirst(table.names.count).allSatisfy(\.isEmpty) else { throw Failure(reason: .tooManyCells) }
            let status = cell(.status, line)
            if StatementColumns.isUnbooked(status) { throw Failure(reason: .notBooked(Self.short(status))) }
            let (amount, currency) = try amount(line, isSigned: isSigned)
            let date = cell(.date, line)
            guard let stamp = StatementDates.stamp(date, form.dateFormat ?? StatementDates.iso) else {
                throw Failure(reason: .badDate(Self.short(date)))
            }
            let (text, counterparty) = (Self.spaced(cell(.text, line)), Self.spaced(cell(.counterparty, line)))
            let day = Day(secondsSince1970: stamp.localSeconds)
            let content = "\(day) \(amount) \(currency) \(StatementColumns.words(text)) \(StatementColumns.words(counterparty))"
            equal[content, default: 0] += 1
            return Statement.Row(
                line: line.number, day: day, minute: minute(stamp, line), text: text, counterparty: counterparty, amount: amount,
                currency: currency, key: Self.key("\(content) \(equal[content] ?? 1)"))
        }
    }

    private static func key(_ content: String) -> String { String(SHA256.hexadecimal(of: Array(content.utf8)).prefix(32)) }

    private func minute(_ stamp: DateText.Stamp, _ line: StatementTable.Line) -> Int? {
        let midnight = Day(secondsSince1970: stamp.localSeconds).daysSince1970 * 86_400
        if stamp.hasTime { return (stamp.localSeconds - midnight) / 60 }
        let clock = DateText.stamp("1970-01-01 \(cell(.clock, line).prefix(20))")
        return clock.flatMap { $0.hasTime ? $0.localSeconds / 60 : nil }
    }

    /// The amount with its sign and currency.
    private func amount(_ line: StatementTable.Line, isSigned: Bool) throws(Failure) -> (FixedDecimal, ISOCurrency) {
        let (amount, debit, credit) = (try number(.amount, line), try number(.debit, line), try number(.credit, line))
        guard let first = amount ?? debit ?? credit else { throw Failure(reason: .noAmount) }
        let sum: FixedDecimal
        do {
            if let amount {
                let fee = try number(.fee, line)?.value.magnitude ?? .zero
                sum = try signed(amount, line, isSigned: isSigned).subtracting(fee)
            } else {
                sum = try (credit?.value.magnitude ?? .zero).subtracting(debit?.value.magnitude ?? .zero)
            }
        } catch {
            throw Failure(reason: .badAmount(Self.short(cell(.amount, line))))
        }
        let currency = try currency(first, line).get()
        guard let currency else { throw Failure(reason: .unknownCurrency("")) }
        guard sum != .zero else { throw Failure(reason: .noAmount) }
        guard currency.canState(sum) else { throw Failure(reason: .tooManyDecimals(sum.description, currency)) }
        return (sum, currency)
    }

    private func signed(_ number: ForeignNumber, _ line: StatementTable.Line, isSigned: Bool) -> FixedDecimal {
        let isDebit = number.unit.flatMap(StatementColumns.isDebit) ?? StatementColumns.isDebit(cell(.direction, line))
        if let isDebit, !isSigned { return isDebit ? -number.value.magnitude : number.value.magnitude }
        guard form.isSpentPositive == true else { return number.value }
        return cell(.amount, line).first == "+" ? number.value : -number.value
    }

    private static func isMinus(_ character: Character) -> Bool { character == "-" || character == "\u{2212}" || character == "(" }

    private func number(_ field: StatementForm.Field, _ line: StatementTable.Line) throws(Failure) -> ForeignNumber? {
        let text = cell(field, line)
        guard !["", "-", "–", "—"].contains(text) else { return nil }
        guard let number = StatementNumber.read(text, form.decimal ?? .point) else {
            throw Failure(reason: .badAmount(Self.short(text)))
        }
        return number
    }

    /// The currency of a number: that of its column, of a code beside it, chosen, of a sign beside it, or of the column's name.
    private func currency(_ number: ForeignNumber, _ line: StatementTable.Line) -> Result<ISOCurrency?, Failure> {
        let stated = cell(.currency, line)
        if !stated.isEmpty { return Self.known(stated) }
        guard let unit = number.unit, StatementColumns.isDebit(unit) == nil else { return .success(form.currency ?? named) }
        if let code = ISOCurrency(unit.uppercased()) { return .success(code) }
        return form.currency.map { .success($0) } ?? Self.known(unit)
    }

    private static func known(_ text: String) -> Result<ISOCurrency?, Failure> {
        let currency = ISOCurrency(text.uppercased()) ?? CurrencyMark(text)?.code.flatMap { ISOCurrency($0) }
        return currency.map { .success($0) } ?? .failure(Failure(reason: .unknownCurrency(short(text))))
    }

    // MARK: Texts

    private static func spaced(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    private static func short(_ text: String) -> String { String(text.prefix(40)) }
}
