import Mail
import Notices
import People
import Platform
import Trading

extension Notice.Registration {
    /// All kinds of notices.
    package static func all(_ people: PeopleParts, publicURL: PublicURL) -> [Notice.Registration] {
        AccountNotices(people, publicURL: publicURL).registrations + verifications
    }
}

extension NoticeWay {
    static func mail(_ postman: Postman) -> NoticeWay {
        NoticeWay { outgoing in
            do throws(MailError) {
                try await postman.send(MailRequest(outgoing))
                return .delivered
            } catch {
                return .failed(reason: "\(error)", isPermanent: error.isPermanent)
            }
        }
    }
}

extension MailRequest {
    package init(_ outgoing: OutgoingNotice) {
        let notice = outgoing.notice
        guard let kind = MailKind(notice: notice.kind.name) else { preconditionFailure("there is no text for \(notice.kind)") }
        var fields = notice.fields
        if let seconds = outgoing.link?.seconds {
            fields["duration"] = MailTexts.language(notice.language).duration(RoundedDuration(seconds: seconds))
        }
        self.init(
            kind: kind, recipient: notice.recipient, recipientName: notice.recipientName, language: notice.language,
            link: outgoing.link?.url, fields: fields, id: notice.id)
    }
}
