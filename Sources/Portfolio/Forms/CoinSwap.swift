import Ledger
import Market

/// An amount of one of our assets on one side of a trade, and its value in US dollars.
struct TradeLeg {
    let asset: AssetID
    var quantity: Quantity
    var value: Money
}

/// Coins for other coins at one value.
struct CoinSwap {
    typealias Side = (asset: AssetID, quantity: Quantity)

    let given, received: Side
    let value: Money

    /// Returns the swaps of a trade. Several coins that become one, or one that becomes several, are a swap each: they share the
    /// amount of the one by their values.
    ///
    /// - Parameter isUnvalued: whether the value is unknown, so that the swaps are only shown: currencies other than the US dollar and
    ///   several coins on both sides are swapped too then, the first for the first.
    /// - Returns: nil if swaps cannot say it: for cash, a coin that stands on both sides, several coins on both sides, and shares of
    ///   zero.
    static func swaps(
        of outs: [TradeLeg], for ins: [TradeLeg], isUnvalued: Bool
    ) throws(DecimalError) -> [CoinSwap]? {
        let isOfCash = (outs + ins).contains { isUnvalued ? $0.asset == .usd : Currency($0.asset) != nil }
        guard !isOfCash, Set(outs.map(\.asset)).isDisjoint(with: ins.map(\.asset)) else { return nil }
        let swaps: [CoinSwap]
        if ins.count == 1 {
            swaps = try zip(outs, ins[0].quantity.shared(by: outs.map(\.value.amount))).map { out, share in
                CoinSwap(given: (out.asset, out.quantity), received: (ins[0].asset, share), value: out.value)
            }
        } else if outs.count == 1 {
            swaps = try zip(ins, outs[0].quantity.shared(by: ins.map(\.value.amount))).map { into, share in
                CoinSwap(given: (outs[0].asset, share), received: (into.asset, into.quantity), value: into.value)
            }
        } else if isUnvalued, outs.count > 1 {
            let rest = try Self.swaps(of: Array(outs.dropFirst()), for: Array(ins.dropFirst()), isUnvalued: true) ?? []
            let first = CoinSwap(
                given: (outs[0].asset, outs[0].quantity), received: (ins[0].asset, ins[0].quantity), value: outs[0].value)
            swaps = [first] + rest
        } else {
            return nil
        }
        return swaps.allSatisfy { min($0.given.quantity, $0.received.quantity, $0.value.amount) > .zero } ? swaps : nil
    }
}

extension FixedDecimal {
    /// Returns parts of the amount in proportion to weights, which add up to it exactly; the weights themselves if all are zero.
    func shared(by weights: [FixedDecimal]) throws(DecimalError) -> [FixedDecimal] {
        let sum = try weights.sum()
        guard weights.count > 1 else { return weights.map { _ in self } }
        guard sum > .zero else { return weights }
        var (parts, rest): ([FixedDecimal], FixedDecimal) = ([], self)
        for weight in weights.dropLast() {
            let part = try scaled(by: weight, over: sum)
            parts.append(part)
            rest = try rest.subtracting(part)
        }
        return parts + [rest]
    }
}
