import Market

/// The net amount of each account and asset in a transaction, for comparison with the form of its kind.
private struct Legs {
    private var sums: [(account: Account, asset: AssetID, amount: FixedDecimal)] = []

    /// - Parameter keepsSigns: whether what comes in and what leaves stay apart, as in a split of a coin into more of the same.
    init(_ postings: [Posting], keepsSigns: Bool) {
        for posting in postings {
            let index = sums.firstIndex {
                $0.account == posting.account && $0.asset == posting.asset
                    && (!keepsSigns || ($0.amount > .zero) == (posting.amount > .zero))
            }
            if let index {
                sums[index].amount = sums[index].amount + posting.amount
            } else {
                sums.append((posting.account, posting.asset, posting.amount))
            }
        }
    }

    /// Removes and returns the first nonzero leg of a role and sign, optionally of one asset and wallet.
    mutating func take(_ role: Account.Role, isPositive: Bool, of asset: AssetID? = nil, wallet: WalletID? = nil) -> Posting? {
        let index = sums.firstIndex {
            $0.account.role == role && $0.amount != .zero && ($0.amount > .zero) == isPositive
                && (asset == nil || $0.asset == asset) && (wallet == nil || $0.account.wallet == wallet)
        }
        guard let index else { return nil }
        let leg = sums.remove(at: index)
        return Posting(leg.account, leg.asset, leg.amount)
    }

    /// As ``take(_:isPositive:of:wallet:)``, for any asset except US dollars.
    mutating func takeCoins(_ role: Account.Role, isPositive: Bool) -> Posting? {
        guard let asset = sums.first(where: { $0.account.role == role && $0.asset != .usd })?.asset else { return nil }
        return take(role, isPositive: isPositive, of: asset)
    }

    var isEmpty: Bool { sums.isEmpty }
}

extension Transaction {
    /// Whether the balanced postings have the form that the factory method of this kind creates. Order and split postings do
    /// not matter.
    var hasShapeOfKind: Bool {
        var legs = Legs(postings, keepsSigns: kind == .split)
        let isWhole =
            switch kind {
            case .deposit: Self.moves(&legs, from: .external, to: .holding)
            case .withdrawal: Self.moves(&legs, from: .holding, to: .external)
            case .fee: Self.moves(&legs, from: .holding, to: .fees)
            case .income: isAtMarketValue ? earnsCoins(&legs) : Self.moves(&legs, from: .income, to: .holding)
            case .buy: Self.buys(&legs)
            case .sell: Self.sells(&legs)
            case .transfer: Self.transfers(&legs)
            case .swap: Self.swaps(&legs)
            case .split: Self.splits(&legs)
            case .correction: true
            }
        return isWhole && legs.isEmpty
    }

    private static func moves(_ legs: inout Legs, from source: Account.Role, to target: Account.Role) -> Bool {
        guard let gain = legs.take(target, isPositive: true) else { return false }
        return legs.take(source, isPositive: false, of: gain.asset, wallet: gain.account.wallet) != nil
    }

    /// Matches income in cash that buys coins at once; the value is that cash.
    private func earnsCoins(_ legs: inout Legs) -> Bool {
        guard let coins = legs.take(.holding, isPositive: true), coins.asset != .usd else { return false }
        let wallet = coins.account.wallet
        return legs.take(.market, isPositive: false, of: coins.asset, wallet: wallet) != nil
            && legs.take(.market, isPositive: true, of: .usd, wallet: wallet)?.amount == value?.amount
            && legs.take(.income, isPositive: false, of: .usd, wallet: wallet) != nil
    }

    private static func buys(_ legs: inout Legs) -> Bool {
        guard let cash = legs.take(.holding, isPositive: false, of: .usd),
            let coins = legs.take(.holding, isPositive: true, wallet: cash.account.wallet)
        else { return false }
        let wallet = cash.account.wallet
        _ = legs.take(.fees, isPositive: true, of: .usd, wallet: wallet)
        return legs.take(.market, isPositive: true, of: .usd, wallet: wallet) != nil
            && legs.take(.market, isPositive: false, of: coins.asset, wallet: wallet) != nil
    }

    private static func sells(_ legs: inout Legs) -> Bool {
        guard let coins = legs.takeCoins(.holding, isPositive: false) else { return false }
        let wallet = coins.account.wallet
        // Worthless coins are sold for nothing. A fee may consume all of the cash, or exceed it.
        let cash = legs.take(.market, isPositive: false, of: .usd, wallet: wallet)
        let received = cash.flatMap { _ in legs.take(.holding, isPositive: true, of: .usd, wallet: wallet) }
        let fee = legs.take(.fees, isPositive: true, of: .usd, wallet: wallet)
        if cash != nil, received == nil, fee == nil { return false }
        if received == nil, fee != nil { _ = legs.take(.holding, isPositive: false, of: .usd, wallet: wallet) }
        return legs.take(.market, isPositive: true, of: coins.asset, wallet: wallet) != nil
    }

    private static func transfers(_ legs: inout Legs) -> Bool {
        guard let gain = legs.take(.holding, isPositive: true),
            let loss = legs.take(.holding, isPositive: false, of: gain.asset), loss.account.wallet != gain.account.wallet
        else { return false }
        _ = legs.take(.fees, isPositive: true, of: gain.asset, wallet: loss.account.wallet)
        return true
    }

    private static func swaps(_ legs: inout Legs) -> Bool {
        guard let (given, received) = exchanges(&legs) else { return false }
        return given.asset != received.asset && given.asset != .usd && received.asset != .usd
    }

    private static func splits(_ legs: inout Legs) -> Bool {
        guard let (given, received) = exchanges(&legs) else { return false }
        return Currency(given.asset) == nil && Currency(received.asset) == nil
            && (given.asset != received.asset || -given.amount != received.amount)
    }

    /// Matches what leaves a holding for the market and what comes from there into the same wallet.
    private static func exchanges(_ legs: inout Legs) -> (given: Posting, received: Posting)? {
        guard let given = legs.take(.holding, isPositive: false) else { return nil }
        let wallet = given.account.wallet
        guard let received = legs.take(.holding, isPositive: true, wallet: wallet),
            legs.take(.market, isPositive: true, of: given.asset, wallet: wallet)?.amount == -given.amount,
            legs.take(.market, isPositive: false, of: received.asset, wallet: wallet)?.amount == -received.amount
        else { return nil }
        return (given, received)
    }
}
