import APIKit
import HTTPTypes
import JSONText
import Ledger
import Market
import Portfolio
import Services
import Store

/// Wallets: named sets of holdings, over HTTP and for pages.
package struct WalletOperations: Sendable {
    package let create: TypedOperation<NewWallet, Valuation>
    package let show: TypedOperation<WalletReference, Valuation>
    package let change: TypedOperation<WalletSettings, Valuation>
    package let remove: TypedOperation<WalletDeletion, Void>
    package let restore: TypedOperation<WalletReference, Valuation>
    private let portfolios: Portfolios

    package func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(create, show, change, remove, restore)
    }

    package init(_ portfolios: @escaping Portfolios) {
        self.portfolios = portfolios
        let (tag, changedMeanwhile) = ("Wallets", "The wallet has changed since the version in If-Match.")
        func answer(
            _ status: Int, _ note: String, headers: [String] = ["ETag"]
        ) -> TypedAnswer<Valuation> {
            .of(
                .json(status, note, WalletDocuments.wallet.schema, headers: headers),
                again: { document, call in
                    let portfolio = portfolios(call.caller)
                    return try await portfolio.valuations.valuation(of: portfolio.wallets.named(document.id))
                }
            ) { valuation, _ in
                let reply = Self.document(of: valuation, HTTPResponse.Status(code: status))
                // With the id, so that the path stays valid after a rename.
                return status == 201 ? reply.with(.location, "/v1/wallets/\(valuation.wallet.publicID)") : reply
            }
        }
        create = TypedOperation(
            .post, "/v1/wallets", id: "createWallet", tag: tag, "Creates a wallet.", need: .scope(.write),
            example: #"{"name":"Main","cost_basis":"fifo"}"#, answer: answer(201, "The wallet.", headers: ["Location", "ETag"])
        ) { new, call in
            let portfolio = portfolios(call.caller)
            let wallet = try await portfolio.wallets.create(
                new.name, costBasis: new.costBasis, allowsNegative: new.allowsNegative)
            return try await portfolio.valuations.valuation(of: wallet)
        }
        show = TypedOperation(
            .get, "/v1/wallets/{wallet}", id: "getWallet", tag: tag,
            "A wallet with its current holdings and their value at the newest stored closes.", need: .scope(.read),
            answer: answer(200, "The wallet.")
        ) { input, call in
            let portfolio = portfolios(call.caller)
            return try await portfolio.valuations.valuation(of: portfolio.wallets.named(input.wallet))
        }
        change = TypedOperation(
            .patch, "/v1/wallets/{wallet}", id: "changeWallet", tag: tag,
            "Changes a wallet's name, or its cost basis for its whole history.", need: .scope(.write),
            example: #"{"name":"Savings","cost_basis":"average"}"#, headers: [.ifMatch], refusals: [412: changedMeanwhile],
            answer: answer(200, "The updated wallet.")
        ) { input, call in
            let portfolio = portfolios(call.caller)
            let wallet = try await Self.ifMatching(call, input.wallet, portfolio) { wallet, version in
                try await portfolio.wallets.change(wallet, input.change, expecting: version)
            }
            return try await portfolio.valuations.valuation(of: wallet)
        }
        remove = TypedOperation(
            .delete, "/v1/wallets/{wallet}", id: "deleteWallet", tag: tag,
            "Deletes a wallet; its transactions stay in the journal.", need: .scope(.write), headers: [.ifMatch],
            refusals: [412: changedMeanwhile], answer: .done("Removed.")
        ) { input, call in
            let portfolio = portfolios(call.caller)
            try await Self.ifMatching(call, input.wallet, portfolio) { wallet, version in
                try await portfolio.wallets.delete(wallet, withHoldings: input.withHoldings, expecting: version)
            }
        }
        restore = TypedOperation(
            .post, "/v1/wallets/{wallet}/restoration", id: "restoreWallet", tag: tag,
            "Undoes the deletion of a wallet; by a name, of the one that was deleted last.", need: .scope(.write),
            refusals: [409: "The wallet was not deleted, another one has its name now, or the account has too many wallets."],
            answer: answer(200, "The restored wallet.")
        ) { input, call in
            let portfolio = portfolios(call.caller)
            return try await portfolio.valuations.valuation(of: portfolio.wallets.restore(input.wallet))
        }
    }

    // MARK: List

    private static let list = Operation(
        .get, "/v1/wallets", id: "listWallets", tag: "Wallets", "Wallets with their values, sorted by name.",
        need: .scope(.read), parameters: Pagination.parameters + [.currency],
        answers: [.json(200, "A page of wallets.", Pagination.schema(of: WalletDocuments.inList.schema))])

    private func list(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let (page, next) = try Pagination.of(try await portfolio.wallets.all(), call) { $0.publicID }
        var valuations: [Valuation] = []
        for wallet in page { valuations.append(try await portfolio.valuations.valuation(of: wallet, in: call.currency)) }
        return Reply { Pagination.write(valuations, next, &$0) { WalletDocuments.inList.write($0, &$1) } }
    }

    // MARK: Parts

    /// Changes a wallet if `If-Match` permits it. The version is read before the tag, and the write takes effect only if the version
    /// is still the same.
    private static func ifMatching<Written>(
        _ call: Call, _ name: String, _ portfolio: Portfolio, _ write: (Wallet, WalletVersion?) async throws -> Written
    ) async throws -> Written {
        let wallet = try await portfolio.wallets.named(name)
        do {
            guard let tags = call.headers[.ifMatch], tags != "*" else { return try await write(wallet, nil) }
            let version = try await portfolio.wallets.version(of: wallet)
            let current = document(of: try await portfolio.valuations.valuation(of: wallet))
            try call.requireMatch(current.headers[.eTag] ?? "")
            return try await write(wallet, version)
        } catch PortfolioError.changedMeanwhile {
            throw call.notMatched()
        }
    }

    private static func document(of valuation: Valuation, _ status: HTTPResponse.Status = .ok) -> Reply {
        let reply = Reply(status) { WalletDocuments.wallet.write(valuation, &$0) }
        guard case .bytes(let bytes) = reply.body else { return reply }
        return reply.with(.eTag, EntityTag.of(bytes))
    }
}
