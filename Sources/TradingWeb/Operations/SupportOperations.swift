import APIKit
import Records
import Store
import Support

/// Messages between people and the operators, over HTTP and for pages.
package struct SupportOperations: Sendable {
    package let show: TypedOperation<Nothing, SupportThread>
    package let send: TypedOperation<Support.Draft, SupportMessage>
    package let markRead: TypedOperation<Nothing, Void>
    package let threads: TypedOperation<Nothing, [ListedSupportThread]>
    package let thread: TypedOperation<Support.Person, SupportThreadOfAccount>
    package let answer: TypedOperation<Support.Answer, SupportMessage>
    package let markThreadRead: TypedOperation<Support.Person, Void>

    package init(_ support: Support, _ store: Store) {
        let (path, operators, tag) = ("/v1/trading/support", "/v1/operator/support", Operation.tradingTag)
        show = TypedOperation(
            .get, path, id: "getSupportMessages", tag: tag, "The caller's messages with the operators.", need: .scope(.read),
            answer: .record(200, "The messages."), perform: store.work(reading: support.thread))
        send = TypedOperation(
            .post, path, id: "sendSupportMessage", tag: tag, "Sends a message to the operators, at most 20 an hour.",
            need: .scope(.write), example: #"{"text":"When will my deposit arrive?"}"#,
            refusals: [409: "The server has no operators."], answer: .stored(201, "The message.", in: store),
            perform: store.work(changing: support.send))
        markRead = TypedOperation(
            .post, "\(path)/read", id: "markSupportRead", tag: tag, "Marks the operators' answers as read.", need: .scope(.write),
            answer: .done("The answers are marked as read."), perform: store.work(changing: support.markRead))
        threads = TypedOperation(
            .get, operators, id: "listSupportThreads", tag: "Operators",
            "Accounts with messages: those with unread messages first, then the newest.", need: .operator(.full),
            answer: .pages("A page of accounts.", key: \.person.account), perform: store.work(reading: support.threads))
        thread = TypedOperation(
            .get, "\(operators)/{account}", id: "getSupportThread", tag: "Operators", "The messages of one account.",
            need: .operator(.full), answer: .record(200, "The messages."), perform: store.work(reading: support.thread))
        answer = TypedOperation(
            .post, "\(operators)/{account}", id: "answerSupport", tag: "Operators",
            "Answers an account's messages, which are then marked as read.", need: .operator(.full),
            example: #"{"text":"Deposits arrive on the next banking day."}"#, refusals: [403: "The thread is the operator's own."],
            answer: .stored(201, "The answer.", in: store), perform: store.work(changing: support.answer))
        markThreadRead = TypedOperation(
            .post, "\(operators)/{account}/read", id: "markSupportThreadRead", tag: "Operators",
            "Marks an account's messages as read, without an answer.", need: .operator(.full), .writeWithoutKey,
            answer: .done("The messages are marked as read."), perform: store.work(changing: support.markThreadRead))
    }

    package func add(to api: inout API) {
        api.add(show, send, markRead)
    }

    /// Adds the operations for operators.
    package func addForOperators(to api: inout API) {
        api.add(threads, thread, answer, markThreadRead)
    }
}
