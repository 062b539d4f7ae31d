import HTTPTypes
import JSONText
import Ledger
import Market
import Portfolio

/// Wallets: named sets of holdings.
struct WalletsController: Sendable {
    let portfolios: Portfolios

    func add(to api: inout API) {
        api.add(Self.list, list)
        api.add(Self.create, create)
        api.add(Self.show, show)
        api.add(Self.change, change)
        api.add(Self.remove, remove)
    }

    // MARK: List

    private static let list = Operation(
        .get, "/v1/wallets", id: "listWallets", tag: "Wallets", "Wallets with their values, sorted by name.",
        scope: .read, parameters: Pagination.parameters + [.currency],
        answers: [.json(200, "A page of wallets.", Pagination.schema(of: .walletInList))])

    private func list(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let (page, next) = try Pagination.of(try await portfolio.wallets.all(), call) { $0.publicID }
        var valuations: [Valuation] = []
        for wallet in page { valuations.append(try await portfolio.valuations.valuation(of: wallet, in: call.currency)) }
        return Reply { Pagination.write(valuations, next, &$0) { WalletJSON.members(of: $0, &$1) } }
    }

    // MARK: Create

    private static let create = Operation(
        .post, "/v1/wallets", id: "createWallet", tag: "Wallets", "Creates a wallet.", scope: .write,
        body: .json(NewWallet.schema).showing(#"{"name":"Main","cost_basis":"fifo"}"#),
        answers: [.json(201, "The wallet.", .wallet, headers: ["Location", "ETag"])])

    private func create(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let new = try NewWallet(call.body)
        let wallet = try await portfolio.wallets.create(
            new.name, costBasis: new.costBasis, allowsNegative: new.allowsNegative)
        return try await document(of: wallet, portfolio, status: .created).with(.location, Self.path(of: wallet))
    }

    // MARK: One wallet

    private static let show = Operation(
        .get, "/v1/wallets/{wallet}", id: "getWallet", tag: "Wallets",
        "A wallet with its current holdings and their value at the newest stored closes.", scope: .read,
        parameters: [.wallet], answers: [.json(200, "The wallet.", .wallet, headers: ["ETag"])])

    private func show(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        return try await document(of: try await portfolio.wallets.named(call.required("wallet", Call.text)), portfolio)
    }

    private static let change = Operation(
        .patch, "/v1/wallets/{wallet}", id: "changeWallet", tag: "Wallets",
        "Changes a wallet's name, or its cost basis for its whole history.", scope: .write, parameters: [.wallet, .ifMatch],
        body: .json(WalletChange.schema).showing(#"{"name":"Savings","cost_basis":"average"}"#),
        answers: [
            .json(200, "The updated wallet.", .wallet, headers: ["ETag"]),
            .problem(412, "The wallet has changed since the version in If-Match."),
        ])

    private func change(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let change = try WalletChange(call.body)
        let wallet = try await ifMatching(call, portfolio) { wallet, version in
            try await portfolio.wallets.change(wallet, change, expecting: version)
        }
        return try await document(of: wallet, portfolio)
    }

    private static let remove = Operation(
        .delete, "/v1/wallets/{wallet}", id: "deleteWallet", tag: "Wallets",
        "Deletes a wallet; its transactions stay in the journal.", scope: .write,
        parameters: [
            .wallet, .query("with_holdings", .boolean, "Delete it even if it still holds something.", default: .boolean(false)),
            .ifMatch,
        ],
        answers: [
            .empty(204, "Removed."), .problem(412, "The wallet has changed since the version in If-Match."),
        ])

    private func remove(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        try await ifMatching(call, portfolio) { wallet, version in
            try await portfolio.wallets.delete(wallet, withHoldings: call.flag("with_holdings"), expecting: version)
        }
        return .nothing
    }

    // MARK: Parts

    /// Changes the wallet of a request if `If-Match` permits it. The version is read before the tag, and the write takes effect only
    /// if the version is still the same.
    private func ifMatching<Written>(
        _ call: Call, _ portfolio: Portfolio, _ write: (Wallet, WalletVersion?) async throws -> Written
    ) async throws -> Written {
        let wallet = try await portfolio.wallets.named(call.required("wallet", Call.text))
        do {
            guard let tags = call.headers[.ifMatch], tags != "*" else { return try await write(wallet, nil) }
            let version = try await portfolio.wallets.version(of: wallet)
            try call.requireMatch(try await document(of: wallet, portfolio).headers[.eTag] ?? "")
            return try await write(wallet, version)
        } catch PortfolioError.changedMeanwhile {
            throw call.notMatched()
        }
    }

    private func document(of wallet: Wallet, _ portfolio: Portfolio, status: HTTPResponse.Status = .ok) async throws -> Reply {
        let valuation = try await portfolio.valuations.valuation(of: wallet)
        let reply = Reply(status) { WalletJSON.wallet(valuation, &$0) }
        guard case .bytes(let bytes) = reply.body else { return reply }
        return reply.with(.eTag, EntityTag.of(bytes))
    }

    /// Returns the path for `Location`, with the id, so that it stays valid after a rename.
    static func path(of wallet: Wallet) -> String { "/v1/wallets/\(wallet.publicID)" }
}
