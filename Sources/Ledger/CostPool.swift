/// Coins with one cost for all of them: each part that leaves takes its share, rounded once, and the rest keeps the exact remainder.
struct CostPool {
    private(set) var quantity = Quantity.zero
    /// Nil while coins of unknown cost are among them.
    private(set) var cost: Money?

    private let nothing: Money

    init(_ currency: Currency) {
        nothing = .zero(currency)
        cost = nothing
    }

    /// Adds coins.
    ///
    /// - Throws: ``DecimalError/overflow``; the pool is then unchanged.
    mutating func add(_ added: Quantity, cost addedCost: Money?) throws(DecimalError) {
        let sum = try quantity.adding(added)
        if let old = cost, let addedCost { cost = try old.adding(addedCost) } else { cost = nil }
        quantity = sum
    }

    /// Takes coins out, at most ``quantity``, and returns their cost.
    mutating func take(_ part: Quantity) -> Money? {
        let share = cost.map { $0.share(part, of: quantity) }
        quantity = quantity - part
        if let whole = cost, let share { cost = whole - share }
        if quantity == .zero { cost = nothing }
        return share
    }
}
