import Identity
import Mail
import Notices
import People
import Platform

extension Notice.Registration {
    /// All kinds of notices.
    package static func all(_ people: PeopleParts, publicURL: PublicURL) -> [Notice.Registration] {
        AccountNotices(people, publicURL: publicURL).registrations + verifications
    }
}

extension NoticeWay {
    static func mail(_ postman: Postman) -> NoticeWay {
        NoticeWay { outgoing in
            guard let request = MailRequest(outgoing) else {
                return .failed(reason: "there is no text for \(outgoing.notice.kind.name)", isPermanent: true)
            }
            do throws(MailError) {
                try await postman.send(request)
                return .delivered
            } catch {
                return .failed(reason: "\(error)", isPermanent: error.isPermanent)
            }
        }
    }
}

extension MailRequest {
    /// Returns nil for a kind without a text; a test finds it.
    package init?(_ outgoing: OutgoingNotice) {
        let notice = outgoing.notice
        guard let kind = MailKind(notice: notice.kind.name) else { return nil }
        var fields = notice.fields
        if let seconds = outgoing.link?.seconds {
            fields["duration"] = MailTexts.language(notice.language).duration(RoundedDuration(seconds: seconds))
        }
        self.init(
            kind: kind, recipient: notice.recipient, recipientName: notice.recipientName, language: notice.language,
            link: outgoing.link?.url, fields: fields, id: notice.id)
        lines = notice.fields[Notice.linesField]?.split(separator: "\n").map(String.init) ?? []
    }
}
