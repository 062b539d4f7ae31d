import JSONText
import Ledger
import Market
import MarketData
import Records
import Text

/// Transactions as CSV (with a header of ``TransactionRow/columns``) and as JSON (`{"transactions":[{…}]}`, with the same names).
///
/// Times are ISO 8601 in UTC, decimals are plain numbers with a decimal point, and assets are tickers or ids. Only `time`,
/// `kind`, `asset` and `quantity` are always required. For a deposit, withdrawal, income or swap of coins without a value, the close of
/// its day is used; the value `unknown`, which exports write, keeps the value unknown.
package enum TransactionFile {
    /// The format of a file.
    package enum Format: Sendable {
        /// Comma-separated values with a header.
        case csv
        /// An object with the member `transactions`, or the array alone.
        case json

        /// Detects the format from the first character: JSON begins with a brace or bracket.
        package init(of bytes: [UInt8]) {
            let first = bytes.first { $0 > 0x20 }
            self = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") ? .json : .csv
        }
    }

    /// A transaction in a file: an unknown value is marked, since an import would look up a missing one.
    package static let row = Document<TransactionRow>(
        members: TransactionDocuments.row.map { $0.schema.name == "value" ? value : $0 })

    private static let value: Document<TransactionRow>.Member = .optional(
        "value", .either([.amount, .choice([TransactionRow.unknown])]), "As elsewhere, or unknown. Default: looked up."
    ) { $0.valueInFile }

    /// The kinds of transactions that a file may have, for people.
    package static let kinds = Transaction.Kind.allCases.filter { $0 != .correction }.map(\.rawValue).joined(separator: ", ")

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - format: the format; nil to detect it from the first character.
    ///   - file: the file's name in errors.
    ///   - wallet: the wallet for rows that name none.
    ///   - tell: returns the message for an error in a row.
    ///   - asset: returns the asset with a ticker or id.
    /// - Returns: the rows in the order of the file, each with its line, or its number in a JSON array, counted from 1.
    /// - Throws: ``ImportError`` with all errors.
    package static func rows(
        _ bytes: [UInt8], as format: Format? = nil, file: String, wallet: String?, tell: (any Error) -> String = { "\($0)" },
        asset: (String) async throws -> AssetID
    ) async throws -> [(line: Int, row: TransactionRow)] {
        let parsed = try await parsed(bytes, as: format, file: file, wallet: wallet, tell: tell, asset: asset)
        guard parsed.problems.isEmpty else { throw ImportError(faults: parsed.problems) }
        return parsed.rows
    }

    /// Parses a file as ``rows(_:as:file:wallet:tell:asset:)`` does.
    ///
    /// - Returns: the rows, and those that cannot be recorded.
    /// - Throws: ``ImportError`` for a file that is wrong as a whole.
    static func parsed(
        _ bytes: [UInt8], as format: Format?, file: String, wallet: String?, tell: (any Error) -> String,
        asset: (String) async throws -> AssetID
    ) async throws -> (rows: [(line: Int, row: TransactionRow)], problems: [ImportError.Fault]) {
        let records =
            switch format ?? Format(of: bytes) {
            case .csv: try csv(bytes, file: file, tell)
            case .json: try json(bytes, file: file)
            }
        var rows: [(Int, TransactionRow)] = []
        var problems: [ImportError.Fault] = []
        // Unknown ones too: the search for near names is slow.
        var assets: [String: Result<AssetID, any Error>] = [:]
        func known(_ name: String) async throws -> AssetID {
            if assets[name] == nil {
                do { assets[name] = .success(try await asset(name)) } catch { assets[name] = .failure(error) }
            }
            return try assets[name]!.get()
        }
        for (line, fields) in records {
            do {
                let name = fields["asset"] ?? ""
                guard !name.isEmpty else { throw PortfolioError.badRow("the row has no asset") }
                let given = try await known(name)
                var received: AssetID?
                if let name = fields["to_asset"] { received = try await known(name) }
                rows.append((line, try TransactionRow(fields, asset: given, into: received, wallet: wallet)))
            } catch let error where error is PortfolioError || error is AssetError || error is DecimalError {
                problems.append(.init(file: file, line: line, message: tell(error), error: error))
            }
        }
        return (rows, problems)
    }

    // MARK: Records

    private typealias Record = (line: Int, fields: [String: String])

    /// The longest accepted line in bytes; a note has at most 2,000 characters.
    private static let maximumLineBytes = 1 << 20

    private static func overlong(_ line: Int, _ file: String) -> ImportError {
        let message = "the line is longer than \(maximumLineBytes) bytes; export the transactions as CSV, one a line"
        return ImportError(faults: [.init(file: file, line: line, message: message)])
    }

    private static func csv(_ bytes: [UInt8], file: String, _ tell: (any Error) -> String) throws -> [Record] {
        guard let bytes = UTF16Text.utf8(bytes), !bytes.contains(0) else {
            throw ImportError(faults: [
                .init(file: file, line: 1, message: "the file is not text in UTF-8 or UTF-16; save it as CSV UTF-8")
            ])
        }
        var text = DelimitedText(bytes, keepsQuotedBlanks: true, maximumLineBytes: maximumLineBytes)
        guard let header = text.next() else {
            if let line = text.overlongLine { throw overlong(line, file) }
            throw ImportError(faults: [.init(file: file, line: 1, message: "the file is empty; expected \(row.csvHeader)")])
        }
        let names = header.fields.map { String(decoding: $0, as: UTF8.self).lowercased() }
        guard names.contains("kind") || names.contains("quantity") else {
            throw ImportError(.unknownTable(columns: names.joined(separator: ",")), file: file, line: header.number, tell)
        }
        var problems = names.filter { !TransactionRow.columns.contains($0) }.map { name in
            ImportError.Fault(
                file: file, line: header.number,
                message: "\"\(name)\" is not a known column; known are \(TransactionRow.columns.joined(separator: ", "))")
        }
        for name in ["time", "kind", "asset", "quantity"] where !names.contains(name) {
            problems.append(.init(file: file, line: header.number, message: "the column \(name) is missing"))
        }
        for name in TransactionRow.columns where names.count(where: { $0 == name }) > 1 {
            problems.append(.init(file: file, line: header.number, message: "the column \(name) occurs twice"))
        }
        guard problems.isEmpty else { throw ImportError(faults: problems) }
        var records: [Record] = []
        while let line = text.next() {
            guard line.fields.count <= names.count else {
                problems.append(
                    .init(
                        file: file, line: line.number,
                        message: "\(line.fields.count.counted("field")) and \(names.count.counted("column"))"))
                continue
            }
            let fields = line.fields.map { CSVText.text(ofCell: String(decoding: $0, as: UTF8.self)) }
            records.append((line.number, Dictionary(uniqueKeysWithValues: zip(names, fields)).filter { !$0.value.isEmpty }))
        }
        if let line = text.overlongLine { throw overlong(line, file) }
        guard problems.isEmpty else { throw ImportError(faults: problems) }
        return records
    }

    private static func json(_ bytes: [UInt8], file: String) throws -> [Record] {
        func problem(_ line: Int, _ message: String) -> ImportError.Fault { .init(file: file, line: line, message: message) }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes, keepsNumbers: true)
        } catch {
            throw ImportError(faults: [problem(1, "\(error)")])
        }
        guard let objects = value.array ?? value["transactions"]?.array else {
            throw ImportError(faults: [problem(1, "expected {\"transactions\":[…]} or an array of transactions")])
        }
        if let other = value.members?.first(where: { $0.key != "transactions" }) {
            throw ImportError(faults: [problem(1, "\"\(other.key)\" is not a member here; expected {\"transactions\":[…]}")])
        }
        var records: [Record] = []
        var problems: [ImportError.Fault] = []
        for (index, object) in objects.enumerated() {
            do {
                records.append((index + 1, try fields(object)))
            } catch {
                problems.append(problem(index + 1, error.description))
            }
        }
        guard problems.isEmpty else { throw ImportError(faults: problems) }
        return records
    }

    private static func fields(_ object: JSONValue) throws(PortfolioError) -> [String: String] {
        guard let members = object.members else { throw .badRow("expected an object for each transaction") }
        var fields: [String: String] = [:]
        for member in members where member.value != .null && member.key != "id" {
            guard TransactionRow.columns.contains(member.key) else {
                throw .badRow("\"\(member.key)\" is not a member of a transaction")
            }
            if member.key == "at_market", case .boolean(let flag) = member.value {
                fields[member.key] = flag ? "true" : "false"
                continue
            }
            // Numbers are kept as text here, so that none is rounded to binary.
            guard let text = member.value.string else { throw .badRow("\"\(member.key)\" is neither a text nor a number") }
            let isAmount = ["quantity", "cash", "fee", "value", "to_quantity"].contains(member.key)
            fields[member.key] = isAmount ? PlainDecimal.text(text) : text
        }
        return fields
    }
}

extension TransactionRow {
    fileprivate var valueInFile: String? {
        if let value { return value.description }
        return kind.hasValue && asset != .usd && !looksUpValue ? Self.unknown : nil
    }

    fileprivate static let unknown = "unknown"

    fileprivate init(_ fields: [String: String], asset: AssetID, into other: AssetID?, wallet: String?) throws {
        func decimal(_ name: String) throws -> FixedDecimal? { try fields[name].map { try FixedDecimal.parse($0) } }
        guard let kind = fields["kind"].flatMap({ Transaction.Kind(rawValue: $0.lowercased()) }) else {
            let kinds = TransactionFile.kinds
            throw PortfolioError.badRow("\"\(fields["kind"] ?? "")\" is not a kind of transaction; expected one of \(kinds)")
        }
        let label = try fields["label"].map { try Self.label($0, of: kind) }
        guard let time = fields["time"].flatMap(DateText.seconds) else {
            throw PortfolioError.badRow("\"\(fields["time"] ?? "")\" is not a time; expected 2025-02-20 or 2025-02-20T14:30:00Z")
        }
        guard let quantity = try decimal("quantity") else { throw PortfolioError.badRow("the row has no quantity") }
        let received = try decimal("to_quantity")
        guard (received == nil) == (other == nil) else {
            throw PortfolioError.badRow("to_asset and to_quantity belong together; give both, or neither")
        }
        guard let name = fields["wallet"] ?? wallet else {
            throw PortfolioError.noWalletNamed
        }
        let isUnknown = fields["value"]?.lowercased() == Self.unknown && kind.hasValue
        self.init(
            key: fields["key"] ?? "", time: time, kind: kind, wallet: name, asset: asset, quantity: quantity,
            received: other.flatMap { other in received.map { Received(other, $0) } },
            cash: try decimal("cash").map(Money.usd), fee: try decimal("fee"), target: fields["to"],
            value: isUnknown ? nil : try decimal("value").map(Money.usd),
            looksUpValue: fields["value"] == nil && kind.hasValue && asset != .usd && label != .loss,
            isAtMarketValue: try Self.flag("at_market", fields["at_market"] ?? "false"), label: label,
            note: fields["note"] ?? "")
    }

    private static func label(_ text: String, of kind: Transaction.Kind) throws(PortfolioError) -> Transaction.Label {
        if let label = Transaction.Label(rawValue: text.lowercased()), kind.labels.contains(label) { return label }
        let labels = kind.labels.map(\.rawValue).joined(separator: ", ")
        throw .badRow(
            "\"\(text)\" is not a label of a transaction of kind \(kind.rawValue); "
                + (labels.isEmpty ? "leave it out" : "expected one of \(labels)"))
    }

    private static func flag(_ name: String, _ text: String) throws(PortfolioError) -> Bool {
        switch text.lowercased() {
        case "true", "yes", "1": return true
        case "false", "no", "0": return false
        default: throw .badRow("\(name) is \"\(text)\"; expected true or false")
        }
    }
}
