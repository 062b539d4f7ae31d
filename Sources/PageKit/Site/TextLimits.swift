import Banking
import Expenses
import Identity
import Languages
import People
import Portfolio
import Support
import Trading

/// The limits that texts of pages state, as `{limit.wallet-name}`: those of the rules and schemas, so that a hint never differs from
/// what is accepted.
package enum TextLimits {
    package static let all: [String: Int] = [
        "account-reason": AccountSchemas.longestReason, "card-least": CardNumber.lengths.lowerBound,
        "card-most": CardNumber.lengths.upperBound, "category-name": ExpenseCategory.nameLength,
        "label": PaymentMethods.longestLabel, "login-least": PersonalDetails.loginNameLengths.lowerBound,
        "login-most": PersonalDetails.loginNameLengths.upperBound, "message": Support.longestMessage,
        "note": Transfers.longestNote, "password-least": AccountSchemas.passwordLengths.lowerBound,
        "password-most": AccountSchemas.passwordLengths.upperBound, "person-name": PersonName.longest,
        "pin-least": PIN.lengths.lowerBound, "pin-most": PIN.lengths.upperBound, "place-name": Place.nameLength,
        "reason": VerificationQueue.longestReason,
        "share-label": ShareDraft.longestLabel, "wallet-name": WalletName.longest,
    ]

    /// Returns a text with its limits in a language's digits; nil if it names an unknown limit.
    static func filled(_ text: String, _ language: Language) -> String? {
        // Few of the thousands of texts that are read at the start have limits: searching for them byte by byte is fastest.
        guard text.utf8.split(separator: UInt8(ascii: "{")).contains(where: { $0.starts(with: "limit.".utf8) }) else { return text }
        let parts = text.split(separator: "{limit.", omittingEmptySubsequences: false)
        var filled = String(parts[0])
        for part in parts.dropFirst() {
            guard let end = part.firstIndex(of: "}"), let limit = all[String(part[..<end])] else { return nil }
            filled += Conventions(of: language).exact("\(limit)") + part[part.index(after: end)...]
        }
        return filled
    }
}
