import Access
import HTTPEdge
import Market
import MarketData
import Services
import Text

/// Suggests what a reader may have meant by an address that leads nowhere: another coin, wallet or page.
struct NearPlaces: Sendable {
    let market: MarketData
    let portfolios: Portfolios
    let visit: Visit

    /// A page and its name.
    struct Place: Sendable {
        let label: String
        let href: String
    }

    /// Returns the place closest to the name in a problem; nil if none is close.
    ///
    /// - Parameters:
    ///   - path: the requested path.
    ///   - caller: the person whose wallets may be named; nil for none.
    func place(of problem: Problem, path: String, caller: Principal?) async -> Place? {
        guard problem.status == .notFound else { return nil }
        switch problem.code {
        case "unknown-asset": return await coin(problem.value?.string ?? "")
        case "no-such-wallet": return await wallet(problem.value?.string ?? "", caller)
        default: return page(path)
        }
    }

    private func coin(_ name: String) async -> Place? {
        do {
            _ = try await market.directory.asset(name)
        } catch AssetError.unknown(_, let near?) {
            return Place(label: near, href: "/coins/\(URLForm.encoded(near))")
        } catch {
            // The suggestion is optional: without it, the page says that there is no such coin.
        }
        return nil
    }

    private func wallet(_ name: String, _ caller: Principal?) async -> Place? {
        guard let caller, let all = try? await portfolios(caller).wallets.group(nil).wallets else { return nil }
        let near = NearName.of(name, among: all.map(\.name))
        guard let wallet = all.first(where: { $0.name == near }) else { return nil }
        return Place(label: wallet.name, href: WalletPlace.path(of: wallet))
    }

    /// Looks among the names of the places that the visitor's menu shows.
    private func page(_ path: String) -> Place? {
        guard let name = path.split(separator: "/").first.map({ $0.lowercased() }) else { return nil }
        let known = visit.places.filter { $0.isShown(to: visit) }.flatMap { place in
            place.names.map { (name: $0, place: place) }
        }
        guard let near = known.first(where: { $0.name == name })?.name ?? NearName.of(name, among: known.map(\.name)),
            let place = known.first(where: { $0.name == near })?.place
        else { return nil }
        return path == place.path ? nil : Place(label: place.label(visit.words), href: place.path)
    }
}
