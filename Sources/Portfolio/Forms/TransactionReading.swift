import Ledger
import Market
import MarketData
import Text

/// The rows of a file, and how it was read.
package struct ReadTransactions: Sendable {
    /// How a file of another program was read.
    package struct Source: Sendable {
        /// The form's id.
        package let form: String
        package let program: String
        package let leftOut: [LeftOutRows]
        /// The tokens pegged to the dollar whose amounts count as dollars.
        package let tokens: [String]
        /// Whether the rows are those of a list of activities, whose numbers are no lines.
        package var isList = false
        /// Whether a table with matched columns has fees, none of them positive: they count as costs.
        package var hasNegativeFees = false
        /// The lines of such a table whose total is recorded although it differs from price × amount by more than the fee and rounding
        /// explain. They ascend.
        package var differingTotals: [Int] = []
        /// The coins that rows would have brought which could not be read.
        var unread: [AssetID: [EventFault]] = [:]
    }

    package let rows: [(line: Int, row: TransactionRow)]
    /// Nil for a file with our columns.
    package let source: Source?
    /// The coins that are not known, each once; their rows are missing. The import is refused.
    package var unknownCoins: [ImportError.Fault] = []
}

extension TransactionImporter {
    /// Reads a file of transactions: ours, that of a known program, or a table that a person described.
    ///
    /// - Parameters:
    ///   - format: nil to detect it from the first character.
    ///   - file: the file's name in errors.
    ///   - tell: returns the message for an error in a row.
    /// - Throws: ``ImportError`` with all errors.
    package func read(
        _ bytes: [UInt8], as format: TransactionFile.Format? = nil, file: String, _ options: ReadingOptions,
        tell: @escaping @Sendable (any Error) -> String = { "\($0)" }
    ) async throws -> ReadTransactions {
        switch options.form {
        case .automatic:
            guard let table = FormTable(finding: bytes) else { return try await own(bytes, as: format, file: file, options, tell) }
            return try await read(table, file: file, options, tell)
        case .ours: return try await own(bytes, as: format, file: file, options, tell)
        case .columns: return try await matched(bytes, nil, file: file, options, tell)
        case .form(let form):
            guard form.match == nil else { return try await matched(bytes, form, file: file, options, tell) }
            guard let table = FormTable(bytes, form) else { throw ImportError(.notATable, file: file, tell) }
            return try await read(table, file: file, options, tell)
        }
    }

    private func own(
        _ bytes: [UInt8], as format: TransactionFile.Format?, file: String, _ options: ReadingOptions,
        _ tell: (any Error) -> String
    ) async throws -> ReadTransactions {
        let (rows, problems) = try await TransactionFile.parsed(bytes, as: format, file: file, wallet: options.wallet, tell: tell) {
            try await prices.market.directory.asset($0).id
        }
        let areCoins = options.listsUnknownCoins && problems.allSatisfy { $0.error is AssetError }
        guard problems.isEmpty || areCoins else { throw ImportError(faults: problems) }
        var coins = FormProblems()
        for problem in problems { if let error = problem.error { coins.add(error, problem.line) } }
        return ReadTransactions(rows: rows, source: nil, unknownCoins: coins.faults(file: file, isList: false, tell))
    }

    /// Reads a table by its columns.
    ///
    /// - Parameter chosen: nil to match them by name and content.
    private func matched(
        _ bytes: [UInt8], _ chosen: TransactionForm?, file: String, _ options: ReadingOptions, _ tell: (any Error) -> String
    ) async throws -> ReadTransactions {
        guard let table = TransactionTable(FormTable.text(bytes)) else { throw ImportError(.notATable, file: file, tell) }
        var match = chosen?.match ?? ColumnMatch(of: table)
        match.findCurrency(in: table)
        guard match.missing.isEmpty else {
            let names = match.missing.map(\.rawValue).joined(separator: " and ")
            throw ImportError(.missingColumn(names, form: TransactionForm.columnsID), file: file, tell)
        }
        let kinds = chosen == nil ? match.openKinds(in: table).map { table.names[$0] } : []
        guard kinds.isEmpty else { throw ImportError(.openKinds(kinds), file: file, tell) }
        let currencies = match.openCurrencies(in: table).map { table.names[$0] }
        guard currencies.isEmpty else { throw ImportError(.openCurrencies(currencies), file: file, tell) }
        guard !match.isDecimalOpen(in: table), match.dateFormats(in: table).count <= 1 || match.dateFormat != nil else {
            throw ImportError(.openFormats, file: file, tell)
        }
        var form = chosen ?? match.form
        form.match = match
        return try await read(FormTable(table, form), file: file, options, tell)
    }

    // MARK: Forms

    private func read(
        _ table: FormTable, file: String, _ options: ReadingOptions, _ tell: (any Error) -> String
    ) async throws -> ReadTransactions {
        let form = table.form
        guard form.places(in: table.names)[.time] != nil else {
            let names = (form.columns[.time] ?? []).joined(separator: " or ")
            throw ImportError(.missingColumn(names, form: form.id), file: file, tell)
        }
        let reader = FormReader(table)
        var rows = EventRows(
            formID: form.id, wallet: options.wallet, prices: prices, keepsUnknownValues: !options.leavesOutUnreadable)
        for event in Self.ordered(reader.events, options.order) { try await rows.add(event) }
        var problems = FormProblems(reader.faults, rows.faults)
        let listsCoins = options.listsUnknownCoins && !options.leavesOutUnreadable && problems.areUnknownCoins
        guard problems.isEmpty || options.leavesOutUnreadable || listsCoins else {
            for (line, row) in rows.rows { if let error = row.valueError { problems.add(error, line) } }
            throw ImportError(faults: problems.faults(file: file, isList: form.jsonList != nil, tell), canLeaveOut: true)
        }
        let isList = form.jsonList != nil
        return ReadTransactions(
            rows: rows.rows,
            source: .init(
                form: form.id, program: form.program, leftOut: reader.leftOut + (listsCoins ? [] : problems.leftOut(tell)),
                tokens: rows.tokens.union(reader.tokens).sorted(),
                isList: isList, hasNegativeFees: reader.hasNegativeFees, differingTotals: reader.differingTotals,
                unread: rows.unread),
            unknownCoins: listsCoins ? problems.faults(file: file, isList: isList, tell) : [])
    }

    /// Events in order of time. Of those of one moment, what comes in is before trades, and these are before what leaves; otherwise the
    /// order of the file or its reverse counts.
    private static func ordered(_ events: [FormEvent], _ order: RowOrder?) -> [FormEvent] {
        let order = order ?? RowOrder(times: events.map(\.time)) ?? .oldestFirst
        let sign = order == .newestFirst ? -1 : 1
        func rank(_ event: FormEvent) -> Int { event.kind.isIn ? 0 : event.kind == .trade ? 1 : 2 }
        return events.indices.sorted {
            (events[$0].time, rank(events[$0]), sign * $0) < (events[$1].time, rank(events[$1]), sign * $1)
        }.map { events[$0] }
    }
}

extension ImportError {
    /// Creates the error of a file as a whole.
    init(_ error: ReadingError, file: String, line: Int = 1, _ tell: (any Error) -> String) {
        self.init(faults: [.init(file: file, line: line, message: tell(error), error: error)])
    }
}

/// What is wrong with a file, each kind of fault once with its rows.
struct FormProblems {
    private var problems: [(error: any Error, lines: Set<Int>)] = []
    private var places: [String: Int] = [:]

    var isEmpty: Bool { problems.isEmpty }
    /// Whether nothing else is wrong than names of coins.
    var areUnknownCoins: Bool { problems.allSatisfy { $0.error is AssetError } }

    init(_ read: [FormFault] = [], _ events: [EventFault] = []) {
        for fault in read { add(fault.reason, fault.line) }
        for fault in events { add(fault.error, fault.line) }
    }

    mutating func add(_ error: any Error, _ line: Int) {
        // Values that are unknown on several days are one problem, of the first of them.
        let reason = error as? ReadingError
        let text = reason?.fact ?? "\(error)"
        if let place = places[text] {
            if let reason, let known = problems[place].error as? ReadingError { problems[place].error = known.earlier(reason) }
            problems[place].lines.insert(line)
            return
        }
        places[text] = problems.count
        problems.append((error, [line]))
    }

    func faults(file: String, isList: Bool, _ tell: (any Error) -> String) -> [ImportError.Fault] {
        problems.map { problem in
            let rows = problem.lines.count.counted(isList ? "activity" : "row", isList ? "activities" : "rows")
            let more = problem.lines.count > 1 ? " (\(rows), this one first)" : ""
            let line = problem.lines.min() ?? 1
            return .init(
                file: file, line: line, message: tell(problem.error) + more, error: problem.error, isActivity: isList)
        }.sorted { $0.line < $1.line }
    }

    /// The rows to leave out, each with its first fault.
    func leftOut(_ tell: (any Error) -> String) -> [LeftOutRows] {
        var seen: Set<Int> = []
        return problems.compactMap { problem in
            let lines = problem.lines.subtracting(seen).sorted()
            seen.formUnion(lines)
            return lines.isEmpty ? nil : LeftOutRows(why: .other(tell(problem.error)), lines: lines, error: problem.error)
        }
    }
}
