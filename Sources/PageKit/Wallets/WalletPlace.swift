import HTMLTemplates
import Languages
import Portfolio
import Services

/// The wallet, or the group of all, that an address names, and the common values of its pages: name, tabs, other wallets.
package final class WalletPlace: Sendable {
    package enum Tab: String, CaseIterable {
        case overview, history, files, share, settings
    }

    package let portfolio: Portfolio
    package let group: WalletGroup
    /// All wallets of the caller.
    package let all: [Wallet]
    /// The part of the address: the wallet's id, or `all`.
    package let id: String
    /// Whether the wallet does not exist yet: that of investments, which the first recorded transaction creates.
    package let isDraft: Bool

    package static let allID = "all"

    package var isAll: Bool { id == Self.allID }
    package var path: String { Self.path(id) }
    package var wallet: Wallet { group.wallets[0] }

    package static func path(_ id: String) -> String { "/wallets/\(URLForm.encoded(id))" }
    package static func path(of wallet: Wallet) -> String { path(wallet.publicID) }

    /// Finds the wallet in the path of a visit: by its id, its name, or `all`.
    ///
    /// - Parameter allowsDraft: whether the wallet of investments need not exist.
    /// - Throws: `PortfolioError.noSuchWallet`, also for another owner's.
    package init(_ visit: Visit, _ portfolios: Portfolios, allowsAll: Bool = false, allowsDraft: Bool = false) async throws {
        let name = visit.path("wallet")
        portfolio = portfolios(visit.caller)
        all = try await portfolio.wallets.all()
        if allowsAll, name == Self.allID {
            (group, id, isDraft) = (WalletGroup(all), Self.allID, false)
        } else if allowsDraft, name == Investments.walletName, try await portfolio.investments.existingWallet() == nil {
            (group, id, isDraft) = (WalletGroup(portfolio.investments.draft), name, true)
        } else {
            let wallet = try await portfolio.wallets.named(name)
            (group, id, isDraft) = (WalletGroup(wallet), wallet.publicID, false)
        }
    }

    /// All wallets together.
    package init(all wallets: [Wallet], of portfolio: Portfolio) {
        (self.portfolio, all, group, id, isDraft) = (portfolio, wallets, WalletGroup(wallets), Self.allID, false)
    }

    package func name(_ words: Words) -> String { isAll ? words("wallet.all") : wallet.name }

    /// The values of the head (`wallet-head.mustache`).
    ///
    /// - Parameter tab: the current one; nil for a page that has none.
    package func values(_ tab: Tab?, _ visit: Visit) -> Values {
        let words = visit.words
        let others = all.filter { isAll || $0.id != wallet.id }.map { wallet -> TemplateValue in
            ["name": .text(wallet.name), "href": .text(Self.path(of: wallet))]
        }
        let tabs: [Tab] = isAll ? [.overview, .files] : Tab.allCases
        return [
            "htmlClass": Amounts(visit).pageClass, "walletName": .text(name(words)), "walletPath": .text(path),
            "isAll": .flag(isAll), "isDraft": .flag(isDraft), "others": .list(others), "hasOthers": .flag(!others.isEmpty),
            "hasSum": .flag(!isAll && all.count > 1),
            "tabs": .list(
                tabs.map { each in
                    [
                        "label": .text(words("wallet.tab.\(each.rawValue)")), "href": .text(href(each)),
                        "isCurrent": .flag(each == tab),
                    ]
                }),
        ]
    }

    package func href(_ tab: Tab) -> String {
        switch tab {
        case .overview: path
        case .files: isAll ? "/wallets/files" : path + "/files"
        default: path + "/\(tab.rawValue)"
        }
    }
}
