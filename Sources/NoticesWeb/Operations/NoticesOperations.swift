import APIKit
import Notices
import Records
import Services
import Store

/// What people are told in the app, over HTTP and for pages.
package struct NoticesOperations: Sendable {
    package let list: TypedOperation<Inbox.Filter, [InboxNotice]>
    package let count: TypedOperation<Nothing, Inbox.Count>
    package let markRead: TypedOperation<Inbox.Named, InboxNotice>
    package let markUnread: TypedOperation<Inbox.Named, InboxNotice>
    package let markAllRead: TypedOperation<Nothing, Void>
    package let settings: TypedOperation<Nothing, NoticeSettingsView>
    package let replaceSettings: TypedOperation<NoticeSettingsDraft, NoticeSettingsView>
    package let makeSecret: TypedOperation<Nothing, NoticeWays.NewSecret>
    package let test: TypedOperation<Nothing, InboxNotice>
    package let pushKey: TypedOperation<Nothing, NoticeWays.PushKey>
    package let devices: TypedOperation<Nothing, [PushDevice]>
    package let addDevice: TypedOperation<PushDeviceDraft, PushDevice>
    package let removeDevice: TypedOperation<NoticeWays.NamedDevice, Void>

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
            .get, "\(path)/settings", id: "getNoticeSettings", tag: tag,
            "In which ways the caller is told outside the app, and what became of the last deliveries.", need: .scope(.read),
            answer: .record(200, "The settings."), perform: store.work(reading: ways.show))
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
        pushKey = TypedOperation(
            .get, "\(path)/push-key", id: "getNoticePushKey", tag: tag,
            "The server's key, with which a browser subscribes to notices (Push API, applicationServerKey).", need: .scope(.read),
            refusals: [409: "The server has no web push."], answer: .record(200, "The key."),
            perform: store.work(reading: ways.pushKey))
        devices = TypedOperation(
            .get, "\(path)/devices", id: "listNoticeDevices", tag: tag, "The devices that show the caller's notices.",
            need: .scope(.read), answer: .pages("A page of devices.", key: \.id), perform: store.work(reading: ways.devices))
        addDevice = TypedOperation(
            .post, "\(path)/devices", id: "addNoticeDevice", tag: tag,
            "Adds a browser by its subscription, or replaces the keys of a known one. With the first, all kinds of notices are shown.",
            need: .scope(.write), .writeWithoutKey,
            example:
                #"{"endpoint":"https://push.example.com/s/1","p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}"#,
            refusals: [409: "There are too many devices, or the server has no web push."],
            answer: .stored(201, "The device.", in: store),
            perform: store.work(changing: ways.addDevice))
        removeDevice = TypedOperation(
            .delete, "\(path)/devices/{subscription}", id: "removeNoticeDevice", tag: tag,
            "Removes a device with what waits for it.",
            need: .scope(.write), answer: .done("The device is removed."), perform: store.work(changing: ways.removeDevice))
    }

    package func add(to api: inout API) {
        api.add(list, count, markRead, markUnread, markAllRead, settings, replaceSettings, makeSecret, test, pushKey)
        api.add(devices, addDevice, removeDevice)
    }
}

/// Performed by HTTP and by pages, with the same rights.
extension ServerParts {
    package var noticesOperations: NoticesOperations { NoticesOperations(store, noticeWays) }
}
