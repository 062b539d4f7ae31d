import Platform

/// Why a message is not sent.
package enum SupportError: Error, Equatable, Sendable {
    /// A server without accounts has no operators.
    case nobodyAnswers
    case badText(most: Int)
    case tooManyMessages(retryAfterSeconds: Int)
    case noThread(String)
    case ownThread
}

extension SupportError: CustomStringConvertible {
    /// A stable code for programs.
    package var code: String {
        switch self {
        case .nobodyAnswers: "nobody-answers"
        case .badText: "bad-message"
        case .tooManyMessages: "too-many-messages"
        case .noThread: "no-thread"
        case .ownThread: "own-thread"
        }
    }

    package var description: String {
        switch self {
        case .nobodyAnswers: "this server has no accounts and no operators who could answer; read the questions and answers"
        case .badText(let most): "a message has 1 to \(most) characters"
        case .tooManyMessages: "you have written many messages; wait before you write another"
        case .noThread(let account): "the account \(account.cut(to: 60)) has no messages"
        case .ownThread: "nobody answers themselves; another operator must"
        }
    }
}
