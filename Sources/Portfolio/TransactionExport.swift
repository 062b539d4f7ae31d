import JSONText

/// A file of transactions, written page by page.
private struct TransactionExport {
    let format: TransactionFile.Format
    private var isFirst = true

    init(_ format: TransactionFile.Format) { self.format = format }

    var beginning: [UInt8] { Array((format == .json ? "{\"transactions\":[" : TransactionFile.row.csvHeader).utf8) }
    var ending: [UInt8] { Array((format == .json ? "\n]}\n" : "").utf8) }

    mutating func bytes(of rows: [TransactionRow]) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in rows {
            guard format == .json else {
                bytes += TransactionFile.row.csvLine(row).utf8
                continue
            }
            var writer = JSONWriter()
            TransactionFile.row.writeObject(row, &writer)
            bytes += (isFirst ? "\n" : ",\n").utf8
            bytes += writer.bytes
            isFirst = false
        }
        return bytes
    }
}

extension TransactionLog {
    /// Writes a file of the wallets' transactions that count, oldest first: those of ``export(_:_:)``.
    ///
    /// The file is written in pieces of some thousand transactions, so that memory does not grow with the journal; each piece
    /// waits until the previous one has been written.
    package func exportFile(
        of wallets: [Wallet], as format: TransactionFile.Format, _ write: ([UInt8]) async throws -> Void
    ) async throws {
        var file = TransactionExport(format)
        try await write(file.beginning)
        try await exportPages(wallets) { rows in
            if !rows.isEmpty { try await write(file.bytes(of: rows)) }
        }
        try await write(file.ending)
    }
}
