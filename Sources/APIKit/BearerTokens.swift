import Access
import HTTPEdge
import HTTPTypes
import Hummingbird
import Logging
import People
import Platform

/// Bearer tokens from the `Authorization` header, and from calls of other protocols.
package struct BearerTokens: Authenticator {
    private let tokens: AccessTokens
    private let uses: TokenUses
    private let time: TimeLimit
    /// Nil without accounts.
    private let people: People?

    package init(_ tokens: AccessTokens, uses: TokenUses, time: TimeLimit, people: People?) {
        (self.tokens, self.uses, self.time, self.people) = (tokens, uses, time, people)
    }

    package func principal(of request: Request, _ context: CallContext) async throws -> Principal? {
        guard let text = try BearerHeader.token(in: request) else { return nil }
        return try await principal(of: text, context.logger)
    }

    /// Returns the principal of a token, and records the token's use.
    package func principal(of text: String, _ logger: Logger) async throws -> Principal {
        let (token, principal) = try await time.within { [tokens, people] in
            let token = try await tokens.verify(text)
            // An account's tokens may not do what the account itself may no longer do.
            return (token, try await people?.tokens.limited(Principal(token)) ?? Principal(token))
        }
        uses.note(token, in: tokens, logger)
        return principal
    }
}

extension BearerHeader {
    /// Returns the token of a request; nil if it has no `Authorization` header.
    ///
    /// - Throws: a ``Problem`` of status 401 for a header of another form.
    package static func token(in request: Request) throws(Problem) -> String? {
        guard let header = request.headers[.authorization] else { return nil }
        guard let text = token(of: header) else {
            throw Problem(
                .unauthorized, "malformed-authorization", "the Authorization header is not of the form: Bearer TOKEN",
                field: "Authorization", accepted: "Bearer TOKEN")
        }
        return text
    }
}
