import Mail
import Synchronization

/// Mails to a person whose address and link must not appear anywhere else.
enum MailWorld {
    static let url = "https://closecast.example.org"
    static let link = "https://closecast.example.org/verify#SECRETCODE"
    static let recipient = "alice@example.org"

    static func sender() throws -> MailAddress { try MailAddress("closecast@closecast.example.org") }

    /// A request with the required fields of its kind, or with all possible ones.
    static func request(_ kind: MailKind, language: String = "en", name: String = "") -> MailRequest {
        let values = [
            "duration": "24 h", "time": "2026-01-02 03:04 UTC", "device": "Firefox on Linux", "place": "203.0.113.0/24",
            "address": "new@example.org", "date": "2026-01-09", "token": "backup", "scope": "read", "reason": "asked for it",
            "text": "BTC closed below 60,000 USD",
        ]
        let names = kind.fields.union(kind.optionalFields)
        return MailRequest(
            kind: kind, recipient: recipient, recipientName: name, language: language, link: link,
            fields: values.filter { names.contains($0.key) }, id: "0123abcd")
    }

    static func postman(_ transport: any MailTransport = CollectingTransport()) throws -> Postman {
        Postman(transport: transport, sender: try sender(), serviceURL: url, now: { 1_767_323_045 })
    }

    static func message(_ request: MailRequest) throws -> MailMessage { try postman().message(for: request) }
}

/// Keeps the mails.
final class CollectingTransport: MailTransport {
    private let collected = Mutex<[MailMessage]>([])

    var mails: [MailMessage] { collected.withLock { $0 } }

    func send(_ mail: MailMessage) async throws(MailError) { collected.withLock { $0.append(mail) } }
}
