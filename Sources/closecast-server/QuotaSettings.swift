import Platform
import Settings

/// The limits on what each person may store on a server with accounts.
package struct QuotaSettings: SettingValues {
    package var transactions: Int? = 50_000
    package var jobBytes: Int? = 5 << 30
    package var pictureBytes: Int? = 32 << 20

    package init() {}

    package static let all: [Setting<QuotaSettings>] = [
        .optional(
            "transactions-per-person", \.transactions, 1...1_000_000_000, none: "unlimited",
            "transactions of wallets that each person may record, with accounts"),
        .optional(
            "job-bytes-per-person", \.jobBytes, 1...(1 << 50), none: "unlimited",
            "bytes of batch jobs, inputs and results, that each person may store, with accounts"),
        .optional(
            "picture-bytes-per-person", \.pictureBytes, 1...(1 << 40), none: "unlimited",
            "bytes of pictures, photos of receipts and photos of documents that each person may store, with accounts"),
    ]

    /// - Parameter hasAccounts: without accounts there is one person, on their own machine, and no quota.
    func quotas(hasAccounts: Bool) -> StorageQuotas {
        guard hasAccounts else { return .none }
        var quotas = StorageQuotas(transactions: transactions, jobBytes: jobBytes, pictureBytes: pictureBytes)
        quotas.reservedBytes = 64 << 20
        return quotas
    }
}
