import Access
import Ledger
import Market
import Platform
import Records
import Store
import Text

/// A link that shows one wallet to anybody who has it, until its end.
package struct WalletShare: Equatable, StoredRecord {
    /// What its readers see.
    package enum Content: String, FieldChoice {
        /// The parts of the wallet and its changes in percent, without any amount.
        case percent
        /// Quantities and values too.
        case amounts
    }

    /// `l_` and 16 hexadecimal digits.
    package let id: String
    package let owner: String
    /// The row of the wallet.
    let wallet: Int
    /// The SHA-256 of the link's secret, which is stored nowhere.
    let hash: String
    /// What its readers see in place of the wallet's name.
    package let label: String
    package let shows: Content
    package let createdAt: Moment
    /// The first second in which it no longer works.
    package let endsAt: Moment
    /// The UTC day of its last use.
    package let lastUsedOn: Day?

    init(_ draft: ShareDraft, of wallet: Wallet, _ secret: ShareSecret, at now: Moment) {
        id = "l_" + RandomID.hexadecimal(digits: 16)
        (owner, self.wallet, hash) = (wallet.owner, Int(wallet.id.number), secret.hash)
        (label, shows, createdAt) = (draft.label, draft.shows, now)
        (endsAt, lastUsedOn) = (Moment(seconds: now.seconds + draft.days * 86_400), nil)
    }

    package init(_ field: inout Fields<Self>) throws {
        id = try field("id", \.id, .id("l_"))
        owner = try field("owner", \.owner, inDocuments: false)
        wallet = try field("wallet", \.wallet, inDocuments: false)
        hash = try field("hash", \.hash, inDocuments: false)
        label = try field("label", \.label, nil, "What its readers see in place of the wallet's name.")
        shows = try field("shows", \.shows, nil, "Percentages only, or amounts too.")
        createdAt = try field("created_at", \.createdAt)
        endsAt = try field("ends_at", \.endsAt, nil, "When it stops working.")
        lastUsedOn = try field("last_used_on", \.lastUsedOn, nil, "The UTC day of its last use; null if it was never used.")
    }

    package static var schemaName: String? { "WalletShare" }
    package static let table = Table<WalletShare>("wallet_shares")
}

/// The secret of a link: `closecast_share_` and 64 hexadecimal digits, 256 random bits. Only its hash is stored.
struct ShareSecret: Sendable {
    private static let prefix = "closecast_share_"
    static let length = prefix.utf8.count + 64

    let text: String
    let hash: String

    /// A new one.
    init() { self.init(text: Self.prefix + RandomID.hexadecimal(digits: 64)) }

    /// Any text that a reader sends: a text of another form has a hash that no link has, and takes as long.
    init(text: String) { (self.text, hash) = (text, SecretDigest.hexadecimal(of: text)) }
}

/// A link to make.
package struct ShareDraft: Record {
    /// The days until a link ends, unless the person says otherwise, and the most.
    package static let (usualDays, mostDays) = (30, 365)
    package static let longestLabel = 60
    /// Strangers read it: no character in it hides or turns what is around it.
    private static let labels = Schema.text(
        1...longestLabel, pattern: #"^[^\u0000]*\S[^\u0000]*$"#, words: "1 to \(longestLabel) visible characters",
        accepts: { HiddenCharacter.first(in: $0) == nil && $0.contains { !$0.isWhitespace } })

    package let wallet: String
    package let label: String
    package let shows: WalletShare.Content
    package let days: Int

    package init(_ field: inout Fields<Self>) throws {
        wallet = try field("wallet", \.wallet, .anyWalletName, WalletReference.note)
        label = try field("label", \.label, Self.labels, "What its readers see in place of the wallet's name.")
        shows = try field("shows", \.shows, nil, "Percentages only, or amounts too.", default: .percent)
        days = try field("days", \.days, .integer(1...Self.mostDays), "The days until it ends.", default: Self.usualDays)
    }

    package static var schemaName: String? { "WalletShareDraft" }
}

/// A link in a path.
package struct ShareReference: Record {
    package let wallet: String
    package let share: String

    package init(_ field: inout Fields<Self>) throws {
        wallet = try field("wallet", \.wallet, .anyWalletName, WalletReference.note)
        share = try field("share", \.share, .text(1...40), "The link's id.")
    }
}

/// A link as it is made, with its secret, which is shown only then.
package struct MadeShare: Record {
    package let share: WalletShare
    package let token: String

    init(_ share: WalletShare, _ secret: ShareSecret) { (self.share, token) = (share, secret.text) }

    package init(_ field: inout Fields<Self>) throws {
        share = try field(\.share)
        token = try field(
            "token", \.token, .text(ShareSecret.length...ShareSecret.length),
            "The secret of the link, shown only once: the page is /shared/TOKEN, its data /v1/shared/TOKEN.")
    }

    package static var schemaName: String? { "MadeWalletShare" }
}

/// The secret of a link in a path.
package struct SharedReference: Record {
    package let token: String
    package let currency: Currency

    package init(_ field: inout Fields<Self>) throws {
        // Any text: one that is no secret has the same answer as an unknown one.
        token = try field("token", \.token, .text(1...1000), "The secret of the link.")
        currency = try field("currency", \.currency, nil, "The currency of amounts and changes.", default: .usd)
    }
}

/// Why a link is not made or revoked.
package enum ShareError: Refusable, Equatable {
    case tooMany(most: Int)
    case noShare(String)

    package var refusal: Refusal {
        switch self {
        case .tooMany(let most):
            Refusal("too-many-shares", .conflict, "you have \(most) links to wallets, the most; revoke one first")
        case .noShare(let id): Refusal("no-share", .missing, "the wallet has no link \(id.cut(to: 60))")
        }
    }
}
