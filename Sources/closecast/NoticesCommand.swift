import ArgumentParser
import JSONText
import Market
import Notices
import Records
import Store

struct NoticesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notices",
        abstract: "List what you were told in the last 90 days.",
        discussion: """
            EXAMPLES
              closecast notices --unread
              closecast notices --read-all

            Notices that are not read have a * before them. What is read here is read on \
            the server's pages too.
            """)

    @Flag(help: "Only notices that are not read.")
    var unread = false

    @Flag(help: "Mark all as read after they are listed.")
    var readAll = false

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let notices = try await list(try storeOptions.openIfThere())
            if json {
                try Console.write(Self.document(notices))
            } else if notices.isEmpty {
                try Console.write(unread ? "no unread notices\n" : "no notices\n")
            } else {
                try Console.write(notices.map(Self.line).joined())
            }
        }
    }

    private func list(_ store: LocalStore?) async throws -> [InboxNotice] {
        guard let store else { return [] }
        let filter = try Shape<Inbox.Filter>().value(texts: [("unread", "\(unread)")])
        guard readAll else { return try await store.file.reading { try Inbox().list($0, LocalStore.caller, filter) } }
        // In one transaction: a notice that comes meanwhile stays unread.
        return try await store.file.change { change in
            let listed = try Inbox().list(change.reading, LocalStore.caller, filter)
            try Inbox().markAllRead(&change, LocalStore.caller, Nothing())
            return listed
        }
    }

    private static func line(_ notice: InboxNotice) -> String {
        "\(notice.readAt == nil ? "*" : " ") \(MomentText.short(notice.createdAt.seconds)) UTC  \(notice.text)\n"
    }

    private static func document(_ notices: [InboxNotice]) -> String {
        let shape = Shape<InboxNotice>()
        return JSONWriter.document { writer in
            writer.object { writer in writer.member("notices", notices) { shape.writeMembers(of: $0, &$1) } }
        }
    }
}
