import Documents
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
        .get, "/v1/wallets", id: "listWallets", tag: "Wallets", "Wallets in order of their names, with what they are worth.",
        scope: .read, parameters: Page.parameters + [.currency],
        answers: [.json(200, "A page of wallets.", Page.schema(of: .walletInList))])

    private func list(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let (page, next) = try Page.of(try await portfolio.wallets.all(), call) { $0.publicID }
        var valuations: [Valuation] = []
        for wallet in page { valuations.append(try await portfolio.valuations.valuation(of: wallet, in: call.currency)) }
        return Reply { Page.write(valuations, next, &$0) { WalletJSON.members(of: $0, &$1) } }
    }

    // MARK: Create

    private static let create = Operation(
        .post, "/v1/wallets", id: "createWallet", tag: "Wallets", "Makes a wallet.", scope: .write,
        body: .json(NewWallet.schema).showing(#"{"name":"Main","cost_basis":"fifo"}"#),
        answers: [.json(201, "The wallet.", .wallet, headers: ["Location", "ETag"])])

    private func create(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let (wallet, isNew) = try await made(NewWallet(call.body), portfolio, isRetry: call.isRetry)
        let reply = try await document(of: wallet, portfolio, status: .created).with(.location, Self.path(of: wallet))
        return isNew ? reply : reply.asReplay
    }

    /// One that was made by the same request, of which nobody heard, is its answer.
    private func made(_ new: NewWallet, _ portfolio: Portfolio, isRetry: Bool) async throws -> (wallet: Wallet, isNew: Bool) {
        do {
            let wallet = try await portfolio.wallets.create(new.name, costBasis: new.costBasis, allowsNegative: new.allowsNegative)
            return (wallet, true)
        } catch let error as PortfolioError {
            guard isRetry, case .walletExists = error else { throw error }
            let wallet = try await portfolio.wallets.named(new.name)
            guard new.made(wallet) else { throw error }
            return (wallet, false)
        }
    }

    // MARK: One wallet

    private static let show = Operation(
        .get, "/v1/wallets/{wallet}", id: "getWallet", tag: "Wallets",
        "A wallet, what it holds now, and what that is worth at the newest stored closes.", scope: .read,
        parameters: [.wallet], answers: [.json(200, "The wallet.", .wallet, headers: ["ETag"])])

    private func show(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        return try await document(of: try await portfolio.wallets.named(call.required("wallet", Call.text)), portfolio)
    }

    private static let change = Operation(
        .patch, "/v1/wallets/{wallet}", id: "changeWallet", tag: "Wallets",
        "Gives a wallet another name, or another cost basis for all of its past.", scope: .write, parameters: [.wallet, .ifMatch],
        body: .json(WalletChange.schema).showing(#"{"name":"Savings","cost_basis":"average"}"#),
        answers: [
            .json(200, "The wallet as it is now.", .wallet, headers: ["ETag"]),
            .problem(412, "It has changed since the version in If-Match."),
        ])

    private func change(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        let change = try WalletChange(call.body)
        let wallet = try await named(call, change, portfolio)
        if call.isRetry, wallet.isChanged(by: change) { return try await document(of: wallet, portfolio).asReplay }
        let changed = try await ifMatching(call, wallet, portfolio) { wallet, expected in
            try await portfolio.wallets.change(wallet, change, expecting: expected)
        }
        return try await document(of: changed, portfolio)
    }

    /// The wallet that is to be changed. Where the same request renamed it already and nobody heard of that, it goes by its new name.
    private func named(_ call: Call, _ change: WalletChange, _ portfolio: Portfolio) async throws -> Wallet {
        do {
            return try await portfolio.wallets.named(call.required("wallet", Call.text))
        } catch let error as PortfolioError {
            guard call.isRetry, case .noSuchWallet = error, let name = change.name else { throw error }
            return try await portfolio.wallets.named(name)
        }
    }

    private static let remove = Operation(
        .delete, "/v1/wallets/{wallet}", id: "deleteWallet", tag: "Wallets",
        "Takes a wallet out of the lists; its transactions stay in the journal.", scope: .write,
        parameters: [
            .wallet, .query("with_holdings", .boolean, "Delete it even if it still holds something.", default: .boolean(false)),
            .ifMatch,
        ],
        answers: [
            .empty(204, "It is gone."), .problem(412, "It has changed since the version in If-Match."),
        ])

    private func remove(_ call: Call) async throws -> Reply {
        let portfolio = portfolios(call.caller)
        do {
            let wallet = try await portfolio.wallets.named(call.required("wallet", Call.text))
            try await ifMatching(call, wallet, portfolio) { wallet, expected in
                try await portfolio.wallets.delete(wallet, withHoldings: call.flag("with_holdings"), expecting: expected)
            }
        } catch let error as PortfolioError {
            // An earlier, unanswered attempt of the same request already deleted it.
            guard call.isRetry, case .noSuchWallet = error else { throw error }
            return .nothing.asReplay
        }
        return .nothing
    }

    // MARK: Parts

    /// Writes if `If-Match` allows it. The version is read before the tag, and the write takes effect only if the version is
    /// still the same.
    private func ifMatching<Written>(
        _ call: Call, _ wallet: Wallet, _ portfolio: Portfolio, _ write: (Wallet, WalletVersion?) async throws -> Written
    ) async throws -> Written {
        guard let tags = call.headers[.ifMatch], tags != "*" else { return try await write(wallet, nil) }
        let version = try await portfolio.wallets.version(of: wallet)
        try call.requireMatch(try await document(of: wallet, portfolio).headers[.eTag] ?? "")
        do {
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

extension Wallet {
    /// Whether the change has already been made, by an earlier, unanswered attempt of the request.
    fileprivate func isChanged(by change: WalletChange) -> Bool {
        name == change.name ?? name && costBasis == change.costBasis ?? costBasis
    }
}
