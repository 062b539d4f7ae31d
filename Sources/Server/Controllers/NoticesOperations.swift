import Notices
import Records
import Store

/// What people are told in the app, over HTTP and for pages.
package struct NoticesOperations: Sendable {
    package let list: TypedOperation<Inbox.Filter, [InboxNotice]>
    package let count: TypedOperation<Nothing, Inbox.Count>
    package let markRead: TypedOperation<Inbox.Named, InboxNotice>
    package let markUnread: TypedOperation<Inbox.Named, InboxNotice>
    package let markAllRead: TypedOperation<Nothing, Void>
    package let settings: TypedOperation<Nothing, NoticeSettings>
    package let replaceSettings: TypedOperation<NoticeSettingsDraft, NoticeSettings>
    package let makeSecret: TypedOperation<Nothing, NoticeWays.NewSecret>
    package let test: TypedOperation<Nothing, InboxNotice>

    package init(_ store: Store, _ ways: NoticeWays) {
        let (inbox, path, tag) = (Inbox(), "/v1/notices", "Notices")
        list = TypedOperation(
            .get, path, id: "listNotices", tag: tag, "What the caller was told in the last 90 days, newest first.",
            need: .scope(.read),
            answer: .pages("A page of notices.", key: \.id), perform: store.work(reading: inbox.list))
        count = TypedOperation(
            .get, "\(path)/count", id: "countNotices", tag: tag, "The number of notices that are not read.", need: .scope(.read),
            answer: .record(200, "The number."), perform: store.work(reading: inbox.count))
        markRead = TypedOperation(
            .post, "\(path)/{notice}/read", id: "markNoticeRead", tag: tag, "Marks a notice as read.", need: .scope(.write),
            answer: .stored(200, "The notice.", in: store), perform: store.work(changing: inbox.markRead))
        markUnread = TypedOperation(
            .post, "\(path)/{notice}/unread", id: "markNoticeUnread", tag: tag, "Marks a notice as not read.", need: .scope(.write),
            answer: .stored(200, "The notice.", in: store), perform: store.work(changing: inbox.markUnread))
        markAllRead = TypedOperation(
            .post, "\(path)/read", id: "markNoticesRead", tag: tag, "Marks all notices as read.", need: .scope(.write),
            answer: .done("All notices are read."), perform: store.work(changing: inbox.markAllRead))
        settings = TypedOperation(
            .get, "\(path)/settings", id: "getNoticeSettings", tag: tag, "In which ways the caller is told outside the app.",
            need: .scope(.read), answer: .record(200, "The settings."), perform: store.work(reading: ways.show))
        replaceSettings = TypedOperation(
            .put, "\(path)/settings", id: "setNoticeSettings", tag: tag,
            "Replaces the settings: what is not sent is turned off or removed. A webhook gets a secret with its address.",
            need: .scope(.write), .writeWithoutKey,
            example: #"{"webhook":["alert"],"webhook_url":"https://example.com/hook","time_zone":"Europe/Rome"}"#,
            refusals: [409: "The server sends no mails."], answer: .record(200, "The settings."),
            perform: store.work(changing: ways.replace))
        makeSecret = TypedOperation(
            .post, "\(path)/settings/webhook-secret", id: "makeWebhookSecret", tag: tag,
            "Makes a new secret for the webhook, and shows it once. The one before is void at once.", need: .scope(.write),
            .writeWithoutKey, refusals: [409: "There is no webhook."], answer: .record(201, "The secret."),
            perform: store.work(changing: ways.makeSecret))
        test = TypedOperation(
            .post, "\(path)/test", id: "testNotices", tag: tag,
            "Sends a notice in every way that is on, at once and at most 10 times an hour.", need: .scope(.write),
            refusals: [409: "No way is on."], answer: .stored(201, "The notice.", in: store),
            perform: store.work(changing: ways.test))
    }

    package func add(to api: inout API) {
        api.add(list, count, markRead, markUnread, markAllRead, settings, replaceSettings, makeSecret, test)
    }
}
