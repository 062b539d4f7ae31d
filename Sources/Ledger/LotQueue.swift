/// The open lots of one asset in one wallet, in the order in which they leave.
///
/// Lots that arrive in order of age are in a line, whose ends are reached in constant time. Others are in a heap: lots that
/// arrive late by a transfer, and all lots ordered by cost.
struct LotQueue {
    /// The transaction that acquired a lot.
    struct Origin {
        let time: Int
        let place: TransactionID
        let id: TransactionID
    }

    /// A lot without the wallet and asset that all lots of a queue share.
    struct Entry {
        let origin: Origin
        /// The number of the arrival, which breaks ties of age and cost.
        let arrival: Int
        var quantity: Quantity
        var cost: Money?

        /// Splits off a part with its share of the cost; the exact remainder stays here.
        mutating func split(_ part: Quantity) -> Entry {
            let partCost = cost.map { $0.share(part, of: quantity) }
            let taken = Entry(origin: origin, arrival: arrival, quantity: part, cost: partCost)
            quantity = quantity - part
            if let cost, let partCost { self.cost = cost - partCost }
            return taken
        }

        func isOlder(than other: Entry) -> Bool {
            (origin.time, origin.place.number, origin.id.number, arrival)
                < (other.origin.time, other.origin.place.number, other.origin.id.number, other.arrival)
        }

        /// Compares unit costs exactly, a/b > c/d as a × d > c × b in 256 bits. Unknown costs rank lowest; nil if the costs are
        /// equal.
        func costsMore(than other: Entry) -> Bool? {
            guard let cost, let otherCost = other.cost else {
                return (cost == nil) == (other.cost == nil) ? nil : cost != nil
            }
            let mine = cost.amount.units.magnitude.multipliedFullWidth(by: other.quantity.units.magnitude)
            let others = otherCost.amount.units.magnitude.multipliedFullWidth(by: quantity.units.magnitude)
            return mine == others ? nil : (mine.high, mine.low) > (others.high, others.low)
        }
    }

    private let costBasis: CostBasis
    /// Oldest first, starting at ``head``; earlier entries have left. With an average cost basis, the single pool.
    private var line: [Entry] = []
    private var head = 0
    /// A binary heap: no entry leaves before its parent.
    private var heap: [Entry] = []
    private var arrivals = 0
    /// The total quantity of all lots.
    private(set) var quantity = Quantity.zero

    init(_ costBasis: CostBasis) { self.costBasis = costBasis }

    var count: Int { line.count - head + heap.count }

    /// All lots, oldest first.
    var entries: [Entry] { (line[head...] + heap).sorted { $0.isOlder(than: $1) } }

    /// Adds a lot.
    ///
    /// - Throws: ``DecimalError/overflow`` if a sum is too large; the queue is then unchanged.
    mutating func add(_ origin: Origin, quantity added: Quantity, cost: Money?) throws(DecimalError) {
        let sum = try quantity.adding(added)
        arrivals += 1
        let entry = Entry(origin: origin, arrival: arrivals, quantity: added, cost: cost)
        switch costBasis {
        case .average where head < line.count: line[head] = try Self.pool(line[head], entry)
        case .hifo: push(entry)
        case .fifo, .lifo, .average:
            if head < line.count, entry.isOlder(than: line[line.count - 1]) { push(entry) } else { line.append(entry) }
        }
        quantity = sum
    }

    /// Takes lots out until `wanted` is reached, the last one in part.
    ///
    /// - Returns: the quantity that is missing.
    mutating func take(_ wanted: Quantity, _ body: (Entry) -> Void) -> Quantity {
        var rest = wanted
        while rest > .zero, count > 0 {
            let part = takeFirst(atMost: rest)
            rest = rest - part.quantity
            quantity = quantity - part.quantity
            body(part)
        }
        return rest
    }

    private static func pool(_ old: Entry, _ new: Entry) throws(DecimalError) -> Entry {
        let oldest = new.isOlder(than: old) ? new : old
        var cost: Money?
        if let oldCost = old.cost, let newCost = new.cost { cost = try oldCost.adding(newCost) }
        return Entry(
            origin: oldest.origin, arrival: old.arrival, quantity: try old.quantity.adding(new.quantity), cost: cost)
    }

    private mutating func takeFirst(atMost wanted: Quantity) -> Entry {
        guard isFirstInHeap else { return takeFromLine(atMost: wanted) }
        guard heap[0].quantity > wanted else { return popHeap() }
        let part = heap[0].split(wanted)
        siftDown()  // rounding may have changed the unit cost of the rest
        return part
    }

    private var isFirstInHeap: Bool {
        guard let top = heap.first else { return false }
        guard head < line.count else { return true }
        return leavesBefore(top, line[costBasis == .lifo ? line.count - 1 : head])
    }

    private mutating func takeFromLine(atMost wanted: Quantity) -> Entry {
        let index = costBasis == .lifo ? line.count - 1 : head
        guard line[index].quantity <= wanted else { return line[index].split(wanted) }
        let entry = line[index]
        if costBasis == .lifo { line.removeLast() } else { head += 1 }
        // When half of the line has left, the rest moves up. This costs a constant for each entry that left.
        if head > 16, head * 2 > line.count { (line, head) = (Array(line[head...]), 0) }
        return entry
    }

    private func leavesBefore(_ one: Entry, _ other: Entry) -> Bool {
        switch costBasis {
        case .fifo, .average: one.isOlder(than: other)
        case .lifo: other.isOlder(than: one)
        case .hifo: one.costsMore(than: other) ?? one.isOlder(than: other)
        }
    }

    private mutating func push(_ entry: Entry) {
        heap.append(entry)
        var index = heap.count - 1
        while index > 0, leavesBefore(entry, heap[(index - 1) / 2]) {
            heap[index] = heap[(index - 1) / 2]
            index = (index - 1) / 2
        }
        heap[index] = entry
    }

    private mutating func popHeap() -> Entry {
        let top = heap[0]
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            siftDown()
        }
        return top
    }

    private mutating func siftDown() {
        let entry = heap[0]
        var index = 0
        while true {
            var child = 2 * index + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, leavesBefore(heap[child + 1], heap[child]) { child += 1 }
            guard leavesBefore(heap[child], entry) else { break }
            heap[index] = heap[child]
            index = child
        }
        heap[index] = entry
    }
}

extension FixedDecimal {
    /// Returns `self` × `part` / `whole`, rounded half to even. `part` is between zero and `whole`, so the share never exceeds
    /// `self`.
    func share(_ part: FixedDecimal, of whole: FixedDecimal) -> FixedDecimal {
        guard let share = try? scaled(by: part, over: whole) else { preconditionFailure("no part: \(part) of \(whole)") }
        return share
    }
}
