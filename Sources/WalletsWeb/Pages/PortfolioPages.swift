import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Market
import MarketData
import PageKit
import Portfolio
import Services
import Trading
import TradingWeb

/// Everything that the reader owns: the wallets, of which one holds the investments. The practice account stands beside their total.
package struct PortfolioPages: Sendable {
    let portfolios: Portfolios
    let worker: WorkerThreads
    let operations: WalletOperations
    let trading: Trading
    let market: MarketData

    /// The form of a purchase in the wallet of investments.
    package static let purchasePath = "\(WalletPlace.path(Investments.walletName))/record?kind=\(RecordKind.buy.rawValue)"

    func add(to pages: inout PageList) {
        pages.get(Page.Place.portfolio.path, .scope(.read), isKept: true) { visit in
            .page(try await list(visit, FormErrors(), deleted: visit.query("undo")))
        }
        pages.post("/wallets/:wallet/restore", .scope(.write), restore)
    }

    /// - Parameter deleted: the id of a wallet whose deletion can be undone.
    private func list(_ visit: Visit, _ errors: FormErrors, deleted: String?) async throws -> Page {
        let portfolio = portfolios(visit.caller)
        let wallets = try await portfolio.wallets.all()
        let amounts = try await Amounts(visit).known(of: WalletGroup(wallets), portfolio)
        let view = WalletList(portfolio: portfolio, amounts: amounts)
        var values = try await view.values(of: wallets, worker: worker)
        values["bell"] = AlertBell.total(of: nil, visit.words)
        values["practice"] = .group(try await TradingHome.of(visit, trading, market).values)
        values["purchasePath"] = .text(Self.purchasePath)
        values["investmentsNote"] = .text(visit.words("portfolio.investments", ["wallet": Investments.walletName]))
        values["generalError"] = .optional(errors.general)
        values["undo"] = try await undo(deleted, portfolio, visit.words)
        let gone = try await portfolio.wallets.allDeleted(most: Self.mostDeleted)
        values["hasDeleted"] = .flag(!gone.isEmpty)
        values["deleted"] = .list(gone.map { Self.deleted($0.wallet, at: $0.deletedAt, visit.words) })
        let title = Page.Place.portfolio.label(visit.words)
        return Page("wallets", title: title, place: .portfolio, scripts: ["wallet"], values)
    }

    // MARK: Deleted wallets

    /// The number of deleted wallets in the list.
    private static let mostDeleted = 20

    private static func deleted(_ wallet: Wallet, at time: Int, _ words: Words) -> TemplateValue {
        [
            "name": .text(wallet.name), "action": .text(restorePath(wallet)),
            "day": .text(words("portfolio.deleted-on", ["day": words.format.date(Day(secondsSince1970: time), .plain)])),
            "label": .text(words("portfolio.restore-label", ["name": wallet.name])),
        ]
    }

    private static func restorePath(_ wallet: Wallet) -> String { "\(WalletPlace.path(of: wallet))/restore" }

    private func undo(_ id: String?, _ portfolio: Portfolio, _ words: Words) async throws -> TemplateValue {
        guard let id, let wallet = try await portfolio.wallets.deleted(id) else { return false }
        return UndoNotice.values(
            words("wallet.deleted", ["name": wallet.name]), label: words("wallet.undo"),
            action: Self.restorePath(wallet))
    }

    private func restore(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        let (id, words, restored) = (visit.path("wallet"), visit.words, "\(Page.Place.portfolio.path)?done=wallet-undeleted")
        do {
            _ = try await visit.perform(operations.restore, ["wallet": id], key: fields.key)
            return .redirect(restored)
        } catch {
            let problem = Problem(error)
            let sentence: String
            switch problem.code {
            // Restored from another window, as was asked for.
            case "wallet-not-deleted": return .redirect(restored)
            case "wallet-exists":
                let name = problem.value.map { $0.string ?? Problem.shown($0) }
                sentence = words("wallet.error.name-taken", ["name": name ?? ""])
            case "too-many-wallets": sentence = words("wallet.code.too-many-wallets")
            default: throw error
            }
            let errors = FormErrors(sentence, to: nil, status: .conflict)
            return .page(try await list(visit, errors, deleted: id).with(errors))
        }
    }
}
