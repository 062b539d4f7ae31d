import Records
import Store
import Support

/// Messages between people and the operators, over HTTP and for pages.
package struct SupportOperations: Sendable {
    package let show: TypedOperation<Nothing, SupportThread>
    package let send: TypedOperation<Support.Draft, SupportMessage>
    package let markRead: TypedOperation<Nothing, Nothing>
    package let threads: TypedOperation<Nothing, [ListedSupportThread]>
    package let thread: TypedOperation<Support.Person, SupportThreadOfAccount>
    package let answer: TypedOperation<Support.Answer, SupportMessage>
    package let markThreadRead: TypedOperation<Support.Person, Nothing>

    private static let (path, operators) = ("/v1/trading/support", "/v1/operator/support")
    private static let account = ["account": "The account's id."]

    package init(_ support: Support, _ store: Store) {
        let (path, operators, account, tag) = (Self.path, Self.operators, Self.account, Operation.tradingTag)
        show = TypedOperation(
            path, .init("getSupportMessages", tag: tag, "The caller's messages with the operators."), need: .scope(.read),
            answer: .record(200, "The messages."), in: store, read: support.thread)
        send = TypedOperation(
            .post, path,
            .init(
                "sendSupportMessage", tag: tag, "Sends a message to the operators, at most 20 an hour.",
                refusals: [.problem(409, "The server has no operators.")], example: #"{"text":"When will my deposit arrive?"}"#),
            need: .scope(.write), answer: .stored(201, "The message.", in: store), in: store, write: support.send)
        markRead = TypedOperation(
            .post, "\(path)/read", .init("markSupportRead", tag: tag, "Marks the operators' answers as read."),
            need: .scope(.write), answer: .record(204, "The answers are marked as read."), in: store, write: support.markRead)
        threads = TypedOperation(
            operators,
            .init(
                "listSupportThreads", tag: "Operators",
                "Accounts with messages: those with unread messages first, then the newest."),
            need: .operator(.full), answer: .pages("A page of accounts.", key: \.account), in: store, read: support.threads)
        thread = TypedOperation(
            "\(operators)/{account}",
            .init("getSupportThread", tag: "Operators", "The messages of one account.", notes: account),
            need: .operator(.full), answer: .record(200, "The messages."), in: store, read: support.thread)
        answer = TypedOperation(
            .post, "\(operators)/{account}",
            .init(
                "answerSupport", tag: "Operators", "Answers an account's messages, which are then marked as read.", notes: account,
                refusals: [.problem(403, "The thread is the operator's own.")],
                example: #"{"text":"Deposits arrive on the next banking day."}"#),
            need: .operator(.full), answer: .stored(201, "The answer.", in: store), in: store, write: support.answer)
        markThreadRead = TypedOperation(
            .post, "\(operators)/{account}/read",
            .init(
                "markSupportThreadRead", tag: "Operators", "Marks an account's messages as read, without an answer.",
                notes: account),
            need: .operator(.full), .writeWithoutKey, answer: .record(204, "The messages are marked as read."), in: store,
            write: support.markThreadRead)
    }

    package func add(to api: inout API) {
        api.add(show, send, markRead)
    }

    /// Adds the operations for operators.
    package func addForOperators(to api: inout API) {
        api.add(threads, thread, answer, markThreadRead)
    }
}

extension ServerParts {
    /// Messages between people and the operators.
    package var support: Support { Support(isAnswered: accounts != nil) }
}
