import Access
import HTTPEdge
import Market
import MarketData
import Server

/// Suggests what a reader may have meant by an address that leads nowhere: another coin, wallet or page.
struct NearPlaces: Sendable {
    let parts: ServerParts
    let hasAccounts: Bool
    /// Whether the caller is an operator: only operators see the operators' pages.
    let isOperator: Bool

    /// A page and its name.
    struct Place: Sendable {
        let label: String
        let href: String
    }

    /// All pages of the menu, and other names that people try.
    private static let pages: [(path: String, place: Page.Place)] =
        Page.Place.allCases.map { ($0.rawValue, $0) } + [("coins", .markets), ("favorites", .favourites), ("trade", .trading)]

    /// Returns the place closest to the name in a problem; nil if none is close.
    ///
    /// - Parameters:
    ///   - path: the requested path.
    ///   - caller: the person whose wallets may be named; nil for none.
    func place(of problem: Problem, path: String, caller: Principal?, _ words: Words) async -> Place? {
        guard problem.status == .notFound else { return nil }
        switch problem.code {
        case "unknown-asset": return await coin(problem.value?.string ?? "")
        case "no-such-wallet": return await wallet(problem.value?.string ?? "", caller)
        default: return page(path, words)
        }
    }

    private func coin(_ name: String) async -> Place? {
        do {
            _ = try await parts.market.directory.asset(name)
        } catch AssetError.unknown(_, let near?) {
            return Place(label: near, href: "/coins/\(URLForm.encoded(near))")
        } catch {
            // The suggestion is optional: without it, the page says that there is no such coin.
        }
        return nil
    }

    private func wallet(_ name: String, _ caller: Principal?) async -> Place? {
        guard let caller, let all = try? await parts.portfolios(caller).wallets.group(nil).wallets else { return nil }
        let near = NearName.of(name, among: all.map(\.name))
        guard let wallet = all.first(where: { $0.name == near }) else { return nil }
        return Place(label: wallet.name, href: WalletPlace.path(of: wallet))
    }

    private func page(_ path: String, _ words: Words) -> Place? {
        guard let name = path.split(separator: "/").first.map({ $0.lowercased() }) else { return nil }
        let known = Self.pages.filter { place in
            switch place.place {
            case .account: hasAccounts
            case .operators: isOperator
            default: true
            }
        }
        guard let near = known.first(where: { $0.path == name })?.path ?? NearName.of(name, among: known.map(\.path)),
            let place = known.first(where: { $0.path == near })?.place
        else { return nil }
        return path == place.path ? nil : Place(label: words("nav.\(place.rawValue)"), href: place.path)
    }
}
