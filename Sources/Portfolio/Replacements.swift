import Ledger

/// What took the place of transactions: the keys of corrections and restorations say it.
///
/// These keys are derived from a transaction's number, so that correcting or restoring it twice at the same time is recorded once.
struct Replacements {
    private let journal: Journal

    private static let restorationStart = "restoration of #"

    init(_ journal: Journal) { self.journal = journal }

    static func restorationKey(_ id: TransactionID) -> String { "\(restorationStart)\(id)" }

    /// The key of the correction of a transaction.
    ///
    /// - Parameter replacement: the key of the transaction that takes its place, whose number is not known yet; nil if it is only taken
    ///   back.
    static func correctionKey(_ id: TransactionID, by replacement: String?) -> String {
        replacement.map { replacementStart(id) + $0 } ?? "taking back of #\(id)"
    }

    private static func replacementStart(_ id: TransactionID) -> String { "replacement of #\(id) by " }

    /// The key of every correction in the journals of earlier builds, whether the transaction was taken back or replaced.
    private static func earlierKey(_ id: TransactionID) -> String { "correction of #\(id)" }

    /// Returns the transaction that took the place of a corrected one, the last if it was replaced several times; nil if it was only
    /// taken back.
    func replacement(of record: RecordedTransaction) async throws -> TransactionID? {
        guard var next = try await successor(of: record) else { return nil }
        while let restored = try await journal.record(key: Self.restorationKey(next.id)) { next = restored }
        return try await replacement(of: next) ?? next.id
    }

    private func successor(of record: RecordedTransaction) async throws -> RecordedTransaction? {
        guard let id = record.correctedBy else { return nil }
        let (correction, start) = (try await journal.record(id), Self.replacementStart(record.id))
        let key = correction.transaction.key
        if key.hasPrefix(start) { return try await journal.record(key: String(key.dropFirst(start.count))) }
        return key == Self.earlierKey(record.id) ? try await earlierSuccessor(after: correction) : nil
    }

    /// Returns what an earlier build recorded in the place of a corrected transaction. One write recorded both, so that it has the next
    /// number and the same time of recording as the correction. Something else recorded within that second cannot be told from it.
    private func earlierSuccessor(after correction: RecordedTransaction) async throws -> RecordedTransaction? {
        guard let next = try await journal.find(TransactionID(correction.id.number + 1)), next.recordedAt == correction.recordedAt,
            next.transaction.corrects == nil, !next.transaction.key.hasPrefix(Self.restorationStart)
        else { return nil }
        return next
    }
}

extension RecordedTransaction {
    /// The transaction that records it again after it was taken back.
    var restoration: Transaction {
        Transaction(
            key: Replacements.restorationKey(id), kind: transaction.kind, time: transaction.time, postings: transaction.postings,
            value: transaction.value, note: transaction.note, label: transaction.label, place: place)
    }
}
