import HTTPEdge
import Hummingbird
import NIOCore

/// A context with everything that the edge needs.
struct EdgeTestContext: RemoteAddressContext, RequestIDContext, NotedContext, CallerContext {
    var coreContext: CoreRequestContextStorage
    var remoteAddress: String
    var isSecure = false
    var requestID = ""
    var callerID: String?
    let notes = RequestNotes()

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? ""
    }
}

extension ProblemMiddleware where Context == EdgeTestContext {
    /// Describes errors without knowing any module's.
    static var plain: Self {
        ProblemMiddleware { error, _ in
            switch error {
            case let problem as Problem: problem
            case let error as any HTTPResponseError: Problem(error.status, "refused", error.status.reasonPhrase)
            default: Problem(.internalServerError, "internal-error", "the server failed")
            }
        }
    }
}
