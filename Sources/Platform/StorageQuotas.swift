/// The limits on what one owner may store on a server with accounts; nil means that there is no limit.
package struct StorageQuotas: Equatable, Sendable {
    /// Transactions of wallets, including corrections. Transactions of simulated accounts have their own limits and do not count.
    package var transactions: Int?
    /// Bytes of the files of batch jobs: inputs and results.
    package var jobBytes: Int?
    /// Bytes of the person's picture and of the photos of documents and of the expense journal, as they are stored.
    package var pictureBytes: Int?
    /// Free bytes of the disk that transactions and pictures must leave for small writes, so that people can still sign in when
    /// others have filled the disk.
    package var reservedBytes = 0

    /// No limits, as on one person's machine.
    package static let none = StorageQuotas()

    package init(transactions: Int? = nil, jobBytes: Int? = nil, pictureBytes: Int? = nil) {
        (self.transactions, self.jobBytes, self.pictureBytes) = (transactions, jobBytes, pictureBytes)
    }
}

/// The amounts that an owner stores now, in the units of ``StorageQuotas``.
package struct StorageUse: Equatable, Sendable {
    package var transactions = 0
    package var jobBytes = 0
    package var pictureBytes = 0

    package init(transactions: Int = 0, jobBytes: Int = 0, pictureBytes: Int = 0) {
        (self.transactions, self.jobBytes, self.pictureBytes) = (transactions, jobBytes, pictureBytes)
    }
}

/// The write would exceed ``StorageQuotas``. Nothing was stored.
package struct QuotaExceeded: Error, Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case transactions, jobBytes = "job_bytes", pictureBytes = "picture_bytes"
    }

    package let kind: Kind
    /// The amount stored, without the refused write.
    package let used: Int
    package let limit: Int

    package init(_ kind: Kind, used: Int, limit: Int) { (self.kind, self.used, self.limit) = (kind, used, limit) }
}

extension QuotaExceeded: CustomStringConvertible {
    /// A sentence with the numbers and what to do.
    package var description: String {
        switch kind {
        case .transactions:
            "your quota is \(limit) transactions, \(used) are stored, and this would be more; record fewer, or ask an operator of "
                + "this server for more (--transactions-per-person)"
        case .jobBytes:
            "your quota for batch jobs is \(limit) bytes, \(used) are stored, and this would be more; delete finished jobs, or ask "
                + "an operator of this server for more (--job-bytes-per-person)"
        case .pictureBytes:
            "your quota for pictures is \(limit) bytes, \(used) are stored, and this would be more; remove your picture, a photo of "
                + "a transaction or one that is not submitted, or ask an operator of this server for more (--picture-bytes-per-person)"
        }
    }
}
