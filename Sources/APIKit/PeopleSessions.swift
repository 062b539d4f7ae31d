import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import Logging
import People
import Platform
import Synchronization

/// Sessions of people who signed in, from a cookie or from the `Authorization` header.
package struct PeopleSessions: Authenticator {
    package let sessions: Sessions
    package let uses: SessionUses
    package let time: TimeLimit

    package init(sessions: Sessions, uses: SessionUses, time: TimeLimit) {
        (self.sessions, self.uses, self.time) = (sessions, uses, time)
    }

    package func principal(of request: Request, _ context: CallContext) async throws -> Principal? {
        let cookie = try SessionCookie.session.value(in: request.headers)
        if let header = request.headers[.authorization] {
            guard cookie == nil else {
                throw Problem(
                    .badRequest, "two-credentials", "the request has a session cookie and a bearer token; send one of them",
                    field: "Authorization")
            }
            guard let text = BearerHeader.token(of: header), text.hasPrefix(Secret.Kind.session.rawValue) else { return nil }
            return try await principal(of: text, isCookie: false, context.logger)
        }
        guard let cookie else { return nil }
        do {
            return try await principal(of: cookie, isCookie: true, context.logger)
        } catch PeopleError.sessionOver {
            // Browsers keep sending the cookie of an ended session; it must not prevent the person from signing in.
            return nil
        }
    }

    private func principal(of secret: String, isCookie: Bool, _ logger: Logger) async throws -> Principal {
        let (principal, session) = try await time.within { try await sessions.principal(of: secret, isCookie: isCookie) }
        uses.note(session, in: sessions, logger)
        return principal
    }
}

/// Records when sessions were used, by the minute. Requests do not wait for it, and do not fail because of it.
package final class SessionUses: Sendable {
    private let ids = Mutex<Set<String>>([])

    package init() {}

    func note(_ session: Session, in sessions: Sessions, _ logger: Logger) {
        guard sessions.isWorthNoting(session), ids.withLock({ $0.insert(session.id).inserted }) else { return }
        Task {
            do {
                try await sessions.noteUse(of: session)
            } catch {
                logger.warning("the use of a session was not noted", metadata: ["error": "\(error)"])
            }
            ids.withLock { _ = $0.remove(session.id) }
        }
    }
}

/// The cookies of sessions and devices. The prefix `__Host-` makes browsers insist on Secure, Path=/ and no Domain.
package enum SessionCookie: String, CaseIterable {
    /// Lax, so that a link from a mail or another site opens a page in the person's session.
    case session = "__Host-closecast"
    /// Strict: used only by our own pages.
    case device = "__Host-closecast-device"

    /// Returns the cookie's value; nil if it is missing.
    ///
    /// - Throws: a ``Problem`` if the cookie is sent twice, a sign that an attacker tries to plant one.
    package func value(in headers: HTTPFields) throws(Problem) -> String? {
        var found: String?
        for header in headers[values: .cookie] {
            for part in header.split(separator: ";") {
                let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard pair.count == 2, pair[0].trimmed == rawValue else { continue }
                guard found == nil else {
                    throw Problem(.badRequest, "repeated-cookie", "the cookie \(rawValue) is sent twice", field: "Cookie")
                }
                found = String(pair[1].trimmed)
            }
        }
        return found
    }

    /// Returns the `Set-Cookie` header.
    ///
    /// - Parameter seconds: how long browsers keep the cookie; nil until they are closed.
    package func header(_ value: String, seconds: Int?) -> String {
        let site = self == .session ? "Lax" : "Strict"
        return "\(rawValue)=\(value); Path=/; Secure; HttpOnly; SameSite=\(site)" + (seconds.map { "; Max-Age=\($0)" } ?? "")
    }

    /// Returns the `Set-Cookie` header that removes it.
    package var removal: String { header("", seconds: 0) }
}
