import Ledger
import Platform

/// Codes with which people refer others, and the reward in simulated cash.
package struct Referrals: Sendable {
    let parts: TradingParts

    package struct Status: Equatable, Sendable {
        /// The person's own code; nil until their account is opened.
        package let code: String?
        /// The number of people who entered the code, verified or not.
        package let referredCount: Int
        /// The number of those who were verified; there was a reward for each.
        package let rewardCount: Int
        /// The reward for each, in US dollars.
        package let reward: FixedDecimal
        /// Whether the person entered another person's code.
        package let hasUsedCode: Bool
        /// Whether a code can still be entered.
        package let canUseCode: Bool
    }

    /// Returns what a person's code has earned. Opens no account, so there may be no code yet.
    package func status(of owner: String) async throws -> Status {
        try await parts.read { change in
            let (account, level) = (try change.records.account(of: owner), try change.standing(of: owner).level)
            return Status(
                code: account?.referralCode,
                referredCount: try account.map { try change.records.referredAccounts(by: $0.id).count } ?? 0,
                rewardCount: try change.records.rewardCount(of: owner), reward: change.rules.referralReward.amount,
                hasUsedCode: account?.referredBy != nil, canUseCode: account?.referredBy == nil && level != .full)
        }
    }

    /// Enters the code of the person who referred the owner: once, and before the owner is verified.
    ///
    /// - Parameter code: in any case, with spaces or hyphens.
    /// - Throws: ``ReferralError/unknownCode``, ``ReferralError/ownCode``, ``ReferralError/codeUsed``,
    ///   ``ReferralError/codeTooLate``.
    package func use(code: String, of owner: String) async throws -> Status {
        let code = code.uppercased().filter { $0.isLetter || $0.isNumber }
        try await parts.change { change in
            var account = try change.account(of: owner)
            let named = try change.records.account(referralCode: code)
            guard account.referredBy == nil else { throw ReferralError.codeUsed }
            guard account.level != .full else { throw ReferralError.codeTooLate }
            guard let referrer = named else { throw ReferralError.unknownCode }
            // People who refer each other in a ring have not brought new people.
            guard referrer.id != account.id, try !change.isReferred(referrer, by: account) else { throw ReferralError.ownCode }
            account.referredBy = referrer.id
            try change.records.update(account)
        }
        return try await status(of: owner)
    }
}

extension TradingChange {
    /// Whether an account referred another one, directly or through others.
    fileprivate func isReferred(_ account: TradingAccount, by other: TradingAccount) throws -> Bool {
        var (next, seen) = (account.referredBy, Set<String>())
        // Before version 0.2, rings of three and more were possible.
        while let id = next, seen.insert(id).inserted {
            if id == other.id { return true }
            next = try records.account(id: id)?.referredBy
        }
        return false
    }

    /// Pays the person who referred a newly verified account, once.
    func reward(for account: TradingAccount) throws {
        let amount = rules.referralReward.amount
        guard amount > .zero, let id = account.referredBy, let referrer = try records.account(id: id),
            try !isReferred(referrer, by: account)
        else { return }
        let reward = "w_" + RandomID.hexadecimal(digits: 16)
        try records.append(
            [
                try .income(
                    key: "trading/\(reward)", time: postingTime(referrer), wallet: referrer.wallet, asset: Currency.usd.asset,
                    quantity: amount, note: "referral \(reward)")
            ], of: referrer.owner, recordedAt: now)
        try records.insertReward(id: reward, of: referrer.owner, referred: account.id, amount: amount, currency: .usd, at: now)
    }
}
