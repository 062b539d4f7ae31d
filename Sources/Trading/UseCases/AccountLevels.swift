import Identity
import Store

/// Keeps people's levels with their simulated accounts.
struct AccountLevels: PersonLevels {
    let parts: TradingParts

    func level(of owner: String, in connection: Connection) throws -> VerificationLevel {
        let start: VerificationLevel = parts.startsVerified ? .full : .none
        return try TradingRecords(connection: connection).account(of: owner)?.level ?? start
    }

    func open(_ owner: String, at now: Int, in connection: Connection) throws {
        _ = try change(at: now, in: connection).account(of: owner)
    }

    /// Also pays the person who referred the owner, once the level is `full`.
    func raise(_ owner: String, to level: VerificationLevel, at now: Int, in connection: Connection) throws {
        let change = change(at: now, in: connection)
        var account = try change.account(of: owner)
        guard account.level < level else { return }
        account.level = level
        try change.records.update(account)
        if level == .full { try change.reward(for: account) }
    }

    private func change(at now: Int, in connection: Connection) -> TradingChange {
        TradingChange(records: TradingRecords(connection: connection), now: now, parts: parts)
    }
}
