import APIKit
import Access
import HTTPEdge
import HTTPTypes
import Logging
import People
import Platform
import Portfolio
import Services

/// Links that show a wallet to others, over HTTP and for pages.
package struct ShareOperations: Sendable {
    package let list: TypedOperation<WalletReference, [WalletShare]>
    package let make: TypedOperation<ShareDraft, MadeShare>
    package let revoke: TypedOperation<ShareReference, Void>
    /// What the reader of a link sees, without signing in.
    package let show: TypedOperation<SharedReference, SharedWallet>

    package func add(to api: inout API) { api.add(list, make, revoke, show) }

    package init(_ parts: ServerParts) {
        let (path, tag) = ("/v1/wallets/{wallet}/shares", "Wallets")
        let (market, people) = (parts.market, parts.accounts?.people)
        let shares = WalletShares(parts.store, { Portfolio(market, owner: $0) }, now: market.now)
        let rate = parts.sharedWalletRate
        list = TypedOperation(
            .get, path, id: "listWalletShares", tag: tag, "The links to a wallet that have not ended, newest first.",
            need: .scope(.read), answer: .pages("A page of links.", key: \.id)
        ) { input, call in try await shares.list(input.wallet, of: call.caller.owner) }
        make = TypedOperation(
            .post, path, id: "createWalletShare", tag: tag,
            "Makes a link that shows a wallet to anybody who has it, read only.", need: .scope(.write), .writeWithoutKey,
            example: #"{"label":"Our savings","shows":"percent","days":30}"#,
            refusals: [409: "There are too many links; revoke one first."],
            answer: .record(201, "The link, with its secret, which is shown only now.")
        ) { draft, call in try await shares.make(draft, of: call.caller.owner) }
        revoke = TypedOperation(
            .delete, "\(path)/{share}", id: "revokeWalletShare", tag: tag, "Revokes a link, with effect from the next request.",
            need: .scope(.write), .writeWithoutKey, answer: .done("The link is revoked.")
        ) { input, call in try await shares.revoke(input, of: call.caller.owner) }
        show = TypedOperation(
            .get, "/v1/shared/{token}", id: "getSharedWallet", tag: tag,
            "What the readers of a link to a wallet see: its parts and changes in percent, and its amounts if the link shows them.",
            need: .nobody, refusals: [404: "There is no such link: it is unknown, has ended or was revoked."], answer: .shared
        ) { input, call in
            try rate.take(call.context.remoteAddress)
            let found = try await shares.share(of: input.token)
            guard let share = found, try await Self.isOpen(share, people) else { throw Problem.noSharedWallet }
            Self.note(share, in: shares, call.context.logger)
            return try await shares.content(of: share, in: input.currency)
        }
    }

    /// Whether the owner may still do what the link does: not if the account is locked, or about to be deleted.
    private static func isOpen(_ share: WalletShare, _ people: People?) async throws -> Bool {
        guard let people else { return true }
        do throws(any Error) {
            _ = try await people.tokens.limited(Principal(owner: share.owner, scope: .read, credential: .token(id: share.id)))
            return true
        } catch AccessError.revoked {
            return false
        }
    }

    /// Records the day of a link's last use. Readers do not wait for it.
    private static func note(_ share: WalletShare, in shares: WalletShares, _ logger: Logger) {
        guard shares.isFirstUse(of: share) else { return }
        Task {
            do {
                try await shares.noteUse(of: share)
            } catch {
                logger.warning("the use of a link was not noted", metadata: ["share": "\(share.id)", "error": "\(error)"])
            }
        }
    }
}

extension TypedAnswer where Output == SharedWallet {
    fileprivate static var shared: Self {
        .of(.json(200, "The wallet.", SharedWallet.document.schema, headers: ["X-Robots-Tag"])) { shared, _ in
            var reply = Reply { SharedWallet.document.write(shared, &$0) }
            for header in Reply.sharedHeaders { reply.headers[header.name] = header.value }
            return reply
        }
    }
}

extension Problem {
    /// The one answer for links that are unknown, ended or revoked.
    fileprivate static var noSharedWallet: Problem {
        var problem = Problem(
            .notFound, "no-shared-wallet", "there is no such link to a wallet; it may have ended, so ask its owner for a new one")
        problem.headers = Reply.sharedHeaders
        return problem
    }
}
