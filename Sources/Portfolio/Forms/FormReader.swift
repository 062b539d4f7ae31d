import Ledger
import Market

/// A row of another program's file that cannot be read.
struct FormFault: Equatable, Sendable {
    let line: Int
    let reason: ReadingError
}

/// Reads the rows of a file as events.
struct FormReader {
    private(set) var events: [FormEvent] = []
    private(set) var faults: [FormFault] = []
    private var leftOutLines: [LeftOutReason: [Int]] = [:]
    private var legs: [LegGroup: [FormLeg]] = [:]
    private var groupOrder: [LegGroup] = []
    /// The groups of which a row cannot be read.
    private var broken: Set<LegGroup> = []

    private let form: TransactionForm
    private let table: FormTable
    private let places: [TransactionForm.Field: TransactionForm.Place]
    private let idPlaces: [Int]
    private let patterns: [DatePattern]
    private let decimal: DecimalSign?
    /// For a table whose columns were matched.
    private let matched: MatchedTable?
    /// The tokens pegged to the dollar in which a matched table states money.
    private(set) var tokens: Set<String> = []
    private var totals = TotalCheck()
    /// The first spelling of each status of rows that are left out.
    private var statuses: [String: String] = [:]
    private let zone: CalendarZone
    /// The zones that rows name; nil for a name of none.
    private var zones: [String: CalendarZone?] = [:]
    private let kinds: KindMeanings
    private var meanings: [[String]: TransactionForm.Meaning?] = [:]
    private var lastTime: (text: String, time: Int)?
    /// The lines whose coin has another name with us.
    private var renamed: Set<Int> = []

    /// Reads all rows.
    init(_ table: FormTable) {
        let form = table.form
        (self.form, self.table) = (form, table)
        places = form.places(in: table.names)
        idPlaces = form.idPlaces(in: table.names)
        kinds = KindMeanings(form)
        patterns = form.dates.compactMap { try? DatePattern($0) }
        let numbers = places.filter { $0.key.isNumber }.values.map(\.column)
        matched = form.match.map { MatchedTable($0, names: table.names, rows: table.rows) }
        // Numbers of a matched table that could be two are not guessed.
        decimal =
            form.decimal
            ?? (form.match != nil
                ? nil
                : FormNumber.sign(
                    of: table.rows.prefix(500).flatMap { row in
                        numbers.compactMap { row.cells.indices.contains($0) ? row.cells[$0] : nil }
                    }))
        zone = CalendarZone(form.zone) ?? .utc
        for row in table.rows where row.cells.contains(where: { !$0.isEmpty }) { read(row) }
        for group in groupOrder { finish(group) }
        leaveOutRenamed()
        events.sort { $0.line < $1.line }
    }

    /// The rows that are not recorded, by reason, in the order of the file.
    var leftOut: [LeftOutRows] {
        leftOutLines.map { LeftOutRows(why: $0, lines: $1.sorted()) }.sorted { ($0.lines.first ?? 0) < ($1.lines.first ?? 0) }
    }

    /// Whether a matched table has fees, none of them positive: they count as costs.
    var hasNegativeFees: Bool { matched?.hasNegativeFees ?? false }
    /// The lines of a matched table whose total is recorded although it differs from price × amount by more than the fee and rounding
    /// explain. They ascend.
    var differingTotals: [Int] { totals.differingLines }

    private mutating func leaveOut(_ line: Int, _ why: LeftOutReason) { leftOutLines[why, default: []].append(line) }
    private mutating func fail(_ line: Int, _ reason: ReadingError) { faults.append(FormFault(line: line, reason: reason)) }

    // MARK: Rows

    private mutating func read(_ row: TransactionTable.Row) {
        guard row.cells != table.names else { return leaveOut(row.line, .header) }
        let status = cell(.status, row)
        switch StatusWords.isCompleted(status) {
        case false?:
            let spelling = statuses[StatusWords.plain(status)] ?? status
            statuses[StatusWords.plain(status)] = spelling
            return leaveOut(row.line, .status(spelling))
        case nil where !status.isEmpty: return fail(row.line, .unknownStatus(status))
        // In a table that nobody described, an empty status may say anything.
        case nil where matched?.match.columns[.status] != nil: return fail(row.line, unread(.status, row))
        default: break
        }
        // A comma may stand in a number without quotation marks.
        if matched != nil, let cell = row.cells.dropFirst(table.names.count).first(where: { !$0.isEmpty }) {
            return fail(row.line, .extraCell(cell))
        }
        if let why = form.leavesOutWithoutID, id(row) == nil { return leaveOut(row.line, why) }
        let kind = cell(.kind, row)
        guard let meaning = meaning(kind, [cell(.detail, row), cell(.origin, row)]) else {
            return isEmpty(row) ? leaveOut(row.line, .noAmount) : fail(row.line, .unknownKind(kind, form: form.id))
        }
        if case .leftOut(let why) = meaning { return leaveOut(row.line, why) }
        guard !form.creditCoins.contains(cell(.coin, row).uppercased()) else { return leaveOut(row.line, .notACoin) }
        guard !isEmpty(row) else { return leaveOut(row.line, .noAmount) }
        if form.coins[cell(.coin, row).uppercased()] != nil { renamed.insert(row.line) }
        guard let time = time(row) else {
            let isZoneUnknown = !cell(.zone, row).isEmpty && zone(named: cell(.zone, row)) == nil
            return fail(row.line, unread(isZoneUnknown ? .zone : .time, row))
        }
        var scan = FormRow(
            line: row.line, cells: row.cells, form: form, places: places, names: table.names, decimal: decimal, matched: matched)
        let start = FormEvent(
            line: row.line, time: time, kind: .trade, account: filled(.account, row), target: filled(.target, row), id: id(row),
            note: cell(.note, row))
        if let family = meaning.family {
            let legs = scan.legs(start, isFee: meaning.isFee)
            let group = LegGroup(
                family: family, key: form.grouping == .group ? cell(.group, row) : "\(time)", account: start.account)
            if self.legs[group] == nil { groupOrder.append(group) }
            self.legs[group, default: []] += legs
            if !scan.faults.isEmpty { broken.insert(group) }
        } else if let event = scan.event(meaning, start) {
            add(event)
        }
        faults += scan.faults.map { FormFault(line: row.line, reason: $0) }
        tokens.formUnion(scan.tokens)
        totals.add(scan.totals)
    }

    /// Adds an event that moves something.
    private mutating func add(_ event: FormEvent) {
        var event = event
        for side: WritableKeyPath<FormEvent, [FormEvent.Amount]> in [\.outs, \.ins, \.fees] {
            event[keyPath: side].removeAll { $0.quantity == .zero }
        }
        // A negative fee is a rebate.
        let rebates = event.fees.filter { $0.quantity < .zero }
        event.fees.removeAll { $0.quantity < .zero }
        if !rebates.isEmpty {
            let id = event.id.map { "\($0) rebate" }
            events.append(
                FormEvent(
                    line: event.line, time: event.time, kind: .reward, ins: rebates.map(\.magnitude), account: event.account,
                    id: id,
                    note: "fee rebate"))
        }
        if event.kind == .trade, event.outs.isEmpty != event.ins.isEmpty { return leaveOut(event.line, .zeroSide) }
        if event.kind == .trade, event.outs == event.ins, !event.outs.isEmpty {
            return leaveOut(event.line, .renamed)
        }
        guard !event.outs.isEmpty || !event.ins.isEmpty || !event.fees.isEmpty else {
            if rebates.isEmpty { leaveOut(event.line, .zero) }
            return
        }
        if event.outs.isEmpty, event.ins.isEmpty { (event.kind, event.outs, event.fees) = (.fee, event.fees, []) }
        events.append(event)
    }

    private func isEmpty(_ row: TransactionTable.Row) -> Bool {
        places.allSatisfy { !$0.key.isNumber || $0.key == .price || FormNumber.isNothing(text($0.value.column, row)) }
    }

    private mutating func meaning(_ kind: String, _ details: [String]) -> TransactionForm.Meaning? {
        let key = [kind] + details
        if let known = meanings[key] { return known }
        let said = kinds.meaning(kind, details)
        let found = if let matched { matched.meaning(kind, said: said) ?? form.other } else { said ?? form.other }
        if meanings.count < 10_000 { meanings[key] = found }
        return found
    }

    // MARK: Cells

    private func text(_ column: Int, _ row: TransactionTable.Row) -> String {
        row.cells.indices.contains(column) ? row.cells[column] : ""
    }
    private func cell(_ field: TransactionForm.Field, _ row: TransactionTable.Row) -> String {
        places[field].map { text($0.column, row) } ?? ""
    }
    private func name(_ field: TransactionForm.Field) -> String { places[field].map { table.names[$0.column] } ?? field.rawValue }

    private func unread(_ field: TransactionForm.Field, _ row: TransactionTable.Row) -> ReadingError {
        let text = cell(field, row)
        return text.isEmpty ? .emptyCell(column: name(field)) : .unreadCell(column: name(field), text: text)
    }

    private func filled(_ field: TransactionForm.Field, _ row: TransactionTable.Row) -> String? {
        let text = cell(field, row)
        return text.isEmpty ? nil : text
    }

    /// Nil if one of its parts is empty.
    private func id(_ row: TransactionTable.Row) -> String? {
        let parts = idPlaces.map { text($0, row) }
        return parts.isEmpty || parts.contains("") ? nil : parts.joined(separator: "/")
    }

    /// The time in seconds since 1970-01-01 UTC.
    private mutating func time(_ row: TransactionTable.Row) -> Int? {
        var text = cell(.time, row).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let clock = cell(.clock, row)
        if !clock.isEmpty { text += " \(clock)" }
        let star = places[.time]?.star ?? ""
        let zoneName = cell(.zone, row)
        let key = "\(text) \(zoneName)"
        if let lastTime, lastTime.text == key { return lastTime.time }
        let stamp = patterns.lazy.compactMap { $0.stamp(text) }.first ?? DateText.stamp(text)
        guard let stamp else { return nil }
        var time = stamp.seconds
        if stamp.offset == nil, text.contains(":") {
            if !star.isEmpty, let offset = DateText.stamp("2000-01-01 00:00\(star)")?.offset {
                time = stamp.localSeconds - offset
            } else if let zone = zoneName.isEmpty ? zone : zone(named: zoneName) {
                time = zone.time(ofLocalSeconds: stamp.localSeconds)
            } else {
                return nil
            }
        }
        lastTime = (key, time)
        return time
    }

    private mutating func zone(named name: String) -> CalendarZone? {
        if let known = zones[name] { return known }
        let zone = CalendarZone(name)
        if zones.count < 1000 { zones[name] = .some(zone) }
        return zone
    }

    // MARK: Groups

    /// Puts the legs of a group together.
    private mutating func finish(_ group: LegGroup) {
        guard let legs = legs[group], let first = legs.first else { return }
        // Without one of its rows, a trade would count as a deposit or withdrawal.
        guard !broken.contains(group) else { return legs.forEach { fail($0.event.line, .brokenTrade) } }
        var event = first.event
        var order: [String] = []
        var sums: [String: FixedDecimal] = [:]
        for leg in legs {
            event.fees += leg.fees
            guard !leg.isFee else {
                event.fees.append(leg.amount.magnitude)
                continue
            }
            let coin = leg.amount.coin
            if sums[coin] == nil { order.append(coin) }
            guard let sum = try? (sums[coin] ?? .zero).adding(leg.amount.quantity) else { return fail(first.event.line, .tooLarge) }
            sums[coin] = sum
        }
        for coin in order {
            guard let sum = sums[coin], sum != .zero else { continue }
            let side: WritableKeyPath<FormEvent, [FormEvent.Amount]> = sum > .zero ? \.ins : \.outs
            event[keyPath: side].append(.init(coin: coin, quantity: sum.magnitude))
        }
        event.id = form.grouping == .group ? group.key : nil
        event.worth = legs.filter { !$0.isFee && $0.amount.quantity > .zero }.map(\.worth).onlyOne
        if event.outs.isEmpty != event.ins.isEmpty {
            event.kind = event.outs.isEmpty ? .deposit : .withdrawal
            event.note = event.note.isEmpty ? "half of a trade: its other side is not in the file" : event.note
        }
        add(event)
    }

    /// A coin that only got another name left the account and arrived in it at once.
    private mutating func leaveOutRenamed() {
        guard !renamed.isEmpty else { return }
        let moves = events.indices.filter { [.deposit, .withdrawal].contains(events[$0].kind) && events[$0].fees.isEmpty }
        var dropped: Set<Int> = []
        for pair in Dictionary(grouping: moves, by: { "\(events[$0].time) \(events[$0].account ?? "")" }).values
        where pair.count == 2 {
            let (one, other) = (events[pair[0]], events[pair[1]])
            guard one.kind != other.kind, one.ins + one.outs == other.ins + other.outs else { continue }
            if renamed.contains(one.line) != renamed.contains(other.line) { dropped.formUnion(pair) }
        }
        for index in dropped { leaveOut(events[index].line, .renamed) }
        events = events.enumerated().filter { !dropped.contains($0.offset) }.map(\.element)
    }
}

/// What the legs of one trade have in common.
private struct LegGroup: Hashable {
    let family: String
    let key: String
    let account: String?
}

/// A leg of a trade, with its sign.
struct FormLeg {
    let event: FormEvent
    let amount: FormEvent.Amount
    let fees: [FormEvent.Amount]
    let worth: FormEvent.Amount?
    let isFee: Bool
}

extension [FormEvent.Amount?] {
    /// The only element, if there is one and it is not nil.
    fileprivate var onlyOne: FormEvent.Amount? { count == 1 ? self[0] : nil }
}

extension TransactionForm.Meaning {
    /// The family of a leg; nil for other meanings.
    fileprivate var family: String? {
        switch self {
        case .leg(let family), .legFee(let family): family
        default: nil
        }
    }

    fileprivate var isFee: Bool { if case .legFee = self { true } else { false } }
}
