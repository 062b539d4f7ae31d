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

    package init(_ support: Support) {
        let (path, operators, account, tag) = (Self.path, Self.operators, Self.account, Operation.tradingTag)
        show = TypedOperation(
            path,
            .init(
                id: "getSupportMessages", tag: tag, summary: "The caller's messages with the operators.",
                answer: (200, "The messages.")),
            need: .scope(.read), read: support.thread)
        send = TypedOperation(
            .post, path,
            .init(
                id: "sendSupportMessage", tag: tag, summary: "Sends a message to the operators, at most 20 an hour.",
                answer: (201, "The message."), refusals: [.problem(409, "The server has no operators.")],
                example: #"{"text":"When will my deposit arrive?"}"#),
            need: .scope(.write), write: support.send)
        markRead = TypedOperation(
            .post, "\(path)/read",
            .init(
                id: "markSupportRead", tag: tag, summary: "Marks the operators' answers as read.",
                answer: (204, "The answers are marked as read.")),
            need: .scope(.write), write: support.markRead)
        threads = TypedOperation(
            operators,
            .init(
                id: "listSupportThreads", tag: "Operators",
                summary: "Accounts with messages: those with unread messages first, then the newest.",
                answer: (200, "A page of accounts.")),
            need: .operator(.full), key: \.account, list: support.threads)
        thread = TypedOperation(
            "\(operators)/{account}",
            .init(
                id: "getSupportThread", tag: "Operators", summary: "The messages of one account.", answer: (200, "The messages."),
                notes: account),
            need: .operator(.full), read: support.thread)
        answer = TypedOperation(
            .post, "\(operators)/{account}",
            .init(
                id: "answerSupport", tag: "Operators", summary: "Answers an account's messages, which are then marked as read.",
                answer: (201, "The answer."), notes: account, refusals: [.problem(403, "The thread is the operator's own.")],
                example: #"{"text":"Deposits arrive on the next banking day."}"#),
            need: .operator(.full), write: support.answer)
        markThreadRead = TypedOperation(
            .post, "\(operators)/{account}/read",
            .init(
                id: "markSupportThreadRead", tag: "Operators", summary: "Marks an account's messages as read, without an answer.",
                answer: (204, "The messages are marked as read."), notes: account),
            need: .operator(.full), isKeyed: false, write: support.markThreadRead)
    }

    package func add(to api: inout API, _ store: Store) {
        show.add(to: &api, store)
        send.add(to: &api, store)
        markRead.add(to: &api, store)
    }

    /// Adds the operations for operators.
    package func addForOperators(to api: inout API, _ store: Store) {
        threads.add(to: &api, store)
        thread.add(to: &api, store)
        answer.add(to: &api, store)
        markThreadRead.add(to: &api, store)
    }
}

extension ServerParts {
    /// Messages between people and the operators.
    package var support: Support { Support(isAnswered: accounts != nil) }
}
