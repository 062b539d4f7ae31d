import ArgumentParser
import Ledger
import Market
import Portfolio
import Text

/// The wallets of a report: one, several together, or all.
struct WalletChoice: ParsableArguments {
    @Argument(help: ArgumentHelp("A wallet, or several to report on together.", valueName: "wallet"), completion: .wallets)
    var wallets: [String] = []

    @Flag(help: "Report on all wallets together.")
    var all = false

    func validate() throws {
        if all, !wallets.isEmpty { throw ValidationError("--all reports on all wallets; name wallets or give --all") }
        if !all, wallets.isEmpty { throw ValidationError("name a wallet, or several; --all reports on all of them") }
    }

    /// Returns the chosen wallets; several are reported on as a group.
    func group(in store: LocalStore) async throws -> WalletGroup {
        guard !all else {
            let group = try await store.portfolio.wallets.group(nil)
            guard !group.wallets.isEmpty else { throw Failure("no wallets yet; make one: closecast wallet create Main", .noInput) }
            return group
        }
        let group = try await store.portfolio.wallets.group(wallets)
        return wallets.count == 1 ? WalletGroup(group.wallets[0]) : group
    }
}

extension LocalStore {
    /// The assets whose closes a report needs: the coins that wallets hold, and the asset of its currency.
    func needed(by group: WalletGroup, in currency: Currency) async throws -> [Asset] {
        let held = try await held(by: group)
        guard currency != .usd, !held.contains(where: { $0.id == currency.asset }) else { return held }
        return try await held + [file.asset(currency.asset)].compactMap(\.self)
    }

    /// The coins that wallets hold, each once, in the order of their ids.
    func held(by group: WalletGroup) async throws -> [Asset] {
        var ids: Set<AssetID> = []
        for wallet in group.wallets { ids.formUnion(try await file.balances(of: wallet.id).keys) }
        var held: [Asset] = []
        for id in ids.sorted() where id != .usd {
            if let asset = try await file.asset(id) { held.append(asset) }
        }
        return held
    }
}

/// How a report's day relates to the transactions, as text for the terminal.
enum TimingText {
    /// Returns a note about transactions after the day of the closes; nil if there are none.
    static func note(_ timing: ReportTiming, day: Day) -> String? {
        guard let later = timing.later else { return nil }
        let days = later.first == later.last ? "on \(later.first)" : "from \(later.first) to \(later.last)"
        let listed = later.transactions.prefix(5).map { "#\($0)" }.joined(separator: ", ")
        let names = later.count > 5 ? "\(listed), …" : listed
        return "\(later.count.counted("transaction")) after \(day) (\(names); \(days)) \(later.count == 1 ? "is" : "are") "
            + (later.areIncluded ? "counted at the closes of \(day)" : "not counted")
    }
}
