import Platform
import Store

/// Why a message is not sent.
package enum SupportError: Refusable, Equatable {
    /// A server without accounts has no operators.
    case nobodyAnswers
    case badText(most: Int)
    case tooManyMessages(retryAfterSeconds: Int)
    case noThread(String)
    case ownThread

    package var refusal: Refusal {
        switch self {
        case .nobodyAnswers:
            Refusal(
                "nobody-answers", .conflict,
                "this server has no accounts and no operators to answer you; see the questions and answers")
        case .badText(let most): Refusal("bad-message", .invalid, "a message has 1 to \(most) characters", field: "/text")
        case .tooManyMessages(let seconds):
            Refusal(
                "too-many-messages", .tooMuch, "you have sent too many messages; wait before you send another",
                retryAfterSeconds: seconds)
        case .noThread(let account): Refusal("no-thread", .missing, "the account \(account.cut(to: 60)) has no messages")
        case .ownThread: Refusal("own-thread", .forbidden, "you cannot answer your own messages; another operator must")
        }
    }
}
