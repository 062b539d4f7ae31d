import Market

/// How much the value of current holdings changed over the last day: as if they had all been held since the day before, and without
/// those that lack a price.
package struct HeldChange: Equatable, Sendable {
    /// 0.05 for 5 percent.
    package let ratio: Double
    /// The holdings without a price on one of the two days.
    package let leftOut: [Asset]
}

extension Valuations {
    /// Returns the change from the closes of the day before to those of a valuation.
    ///
    /// - Returns: nil if no holding other than cash has both prices, or if they were worth nothing.
    package func lastChange(of now: Valuation) async throws -> HeldChange? {
        let day = now.day - 1
        let quantities = Dictionary(uniqueKeysWithValues: now.holdings.map { ($0.asset.id, $0.quantity) })
        let conversion = try await prices.conversion(to: now.currency, from: day, through: day)
        let before = try await valuation(of: now.wallets, quantities, on: day, in: conversion)
        let earlier = Dictionary(uniqueKeysWithValues: before.holdings.map { ($0.asset.id, $0.value) })
        var (worth, worthBefore, hasCoin) = (0.0, 0.0, false)
        var leftOut: [Asset] = []
        for holding in now.holdings {
            guard let value = holding.value, let old = earlier[holding.asset.id] ?? nil else {
                leftOut.append(holding.asset)
                continue
            }
            worth += value.doubleValue
            worthBefore += old.doubleValue
            hasCoin = hasCoin || holding.asset.id != now.currency.asset
        }
        guard hasCoin, worthBefore > 0 else { return nil }
        return HeldChange(ratio: worth / worthBefore - 1, leftOut: leftOut)
    }
}
