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

    package init(_ store: Store) {
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
    }

    package func add(to api: inout API) { api.add(list, count, markRead, markUnread, markAllRead) }
}
