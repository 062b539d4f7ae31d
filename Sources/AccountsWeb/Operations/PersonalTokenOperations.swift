import APIKit
import Access
import People
import Services
import Store

/// Tokens that people make for their programs, over HTTP and for pages.
package struct PersonalTokenOperations: Sendable {
    package let list: TypedOperation<Nothing, [AccessToken]>
    package let create: TypedOperation<TokenWish, (token: AccessToken, secret: TokenSecret)>
    package let revoke: TypedOperation<TokenReference, Void>

    package func add(to api: inout API) {
        api.add(list, create, revoke)
    }

    package init(_ people: People) {
        let (path, tag) = ("/v1/account/tokens", "Account")
        list = TypedOperation(
            .get, path, id: "listTokens", tag: tag, "The caller's tokens, oldest first.", need: .session(.full),
            answer: .document(200, "The tokens.", AccountDocuments.tokens) { tokens in
                tokens.map { (token: $0, now: people.parts.now()) }
            }
        ) { _, call in try await people.tokens.all(of: call.caller.owner) }
        create = TypedOperation(
            .post, path, id: "createToken", tag: tag,
            "Creates a token for a program. It gives access to the caller's data, but not to the account.", need: .session(.fresh),
            .writeWithoutKey, example: #"{"name":"spreadsheet","scope":"read"}"#,
            refusals: [409: "There are too many; revoke one first."],
            answer: .document(201, "The token.", AccountDocuments.newToken) { ($0.token, $0.secret, people.parts.now()) }
        ) { wish, call in
            try await people.tokens.create(
                name: wish.name, scope: wish.scope, days: wish.days, for: call.caller, call.standing, call.client)
        }
        revoke = TypedOperation(
            .delete, "\(path)/{token}", id: "revokeToken", tag: tag, "Revokes a token, with effect from the next request.",
            need: .session(.full), .writeWithoutKey, refusals: [404: "There is no such token, or it is already revoked."],
            answer: .done("The token is revoked.")
        ) { input, call in try await people.tokens.revoke(input.token, of: call.caller.owner, call.standing, call.client) }
    }
}
