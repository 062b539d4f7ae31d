import APIKit
import HTTPEdge
import HTTPTypes
import Hummingbird

/// Shows a problem as a page, or redirects to the page that solves it.
enum ProblemPage {
    /// Returns the page to redirect to: for sign-in, or for a duty that comes first.
    static func detour(of problem: Problem, for request: Request, hasAccounts: Bool) -> String? {
        guard hasAccounts else { return nil }
        // After a form, people return to the page that it was on.
        let path = request.method == .post ? LocalPath.origin(of: request) : LocalPath.checked(request.head.path ?? "/")
        let page =
            switch problem.code {
            case "token-needed", "session-over", "session-needed": "/sign-in"
            case "not-fresh": "/confirm"
            case "second-factor-first": AccountFrame.Part.secondFactor.rawValue
            case "password-first": AccountFrame.Part.password.rawValue
            case "deletion-first": AccountFrame.Part.deletion.rawValue
            default: String?.none
            }
        guard let page else { return nil }
        let isWayBack = page == "/sign-in" || page == "/confirm"
        return LocalPath.page(page, next: isWayBack ? path : nil)
    }

    /// - Parameter near: the place that the reader may have meant by an unknown name.
    static func page(of problem: Problem, _ visit: Visit, near: NearPlaces.Place? = nil) -> Page {
        let (words, kind) = (visit.words, Kind(problem.status.code))
        let key = "problem.code.\(problem.code)"
        let text = words.has(key) ? FormErrors.sentence(problem, words) : words("problem.\(kind).text")
        let again = visit.request.method == .get && kind.isWorthAnotherTry ? LocalPath.checked(visit.request.head.path ?? "/") : nil
        let canSignIn = kind == .forbidden && visit.host.hasAccounts && visit.person == nil
        return Page(
            "problem", title: words("problem.\(kind).title"), place: nil,
            [
                "text": .text(text), "heading": .text(words("problem.\(kind).title")), "icon": .text(kind.icon),
                "badge": .text(kind.badge), "status": "\(problem.status.code)", "hasDrawing": .flag(kind == .missing),
                "wait": .optional(problem.retryAfterSeconds.map { words("problem.wait", ["wait": WaitView.text($0, words)]) }),
                "near": near.map { ["label": .text($0.label), "href": .text($0.href)] } ?? false, "again": .optional(again),
                "canSignIn": .flag(canSignIn), "isFailure": .flag(problem.status.code >= 500),
                "detail": .text(problem.detail), "code": .text(problem.code), "requestID": .text(visit.context.requestID),
            ]
        ).with(problem.status)
    }

    /// The kinds of statuses that a reader must distinguish.
    private enum Kind: String {
        case forbidden, missing, refused, large, busy, failed, away

        init(_ status: Int) {
            self =
                switch status {
                case 401, 403: .forbidden
                case 404, 410: .missing
                case 413, 414, 431: .large
                case 429: .busy
                case 400..<500: .refused
                case 502, 503, 504: .away
                default: .failed
                }
        }

        var icon: String {
            switch self {
            case .forbidden: "shield"
            case .missing: "search"
            case .refused: "info"
            case .large: "file"
            case .busy, .away: "clock"
            case .failed: "warn"
            }
        }

        var badge: String {
            switch self {
            case .failed: "danger"
            case .busy, .away: "warn"
            default: ""
            }
        }

        /// Whether the same request may succeed later.
        var isWorthAnotherTry: Bool { [.busy, .failed, .away].contains(self) }
    }
}
