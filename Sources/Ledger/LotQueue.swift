/// The open lots of one asset in one wallet, in the order in which they leave it.
///
/// Lots that come in the order of their age stand in a line, of which the ends are reached at once; those that come late, by a transfer
/// or because the order is that of costs, stand in a heap.
struct LotQueue {
    /// A lot without the names that all lots of a queue have.
    struct Entry {
        let origin: TransactionID
        let acquiredAt: Int
        /// Counts the arrivals in the queue: settles what age and cost do not.
        let arrival: Int
        var quantity: Quantity
        var cost: Money?

        /// Takes out a part with its share of the cost; all that is left stays here.
        mutating func split(_ part: Quantity) -> Entry {
            let partCost = cost.map { $0.share(part, of: quantity) }
            let taken = Entry(origin: origin, acquiredAt: acquiredAt, arrival: arrival, quantity: part, cost: partCost)
            quantity = quantity - part
            if let cost, let partCost { self.cost = cost - partCost }
            return taken
        }

        func isOlder(than other: Entry) -> Bool {
            (acquiredAt, origin.number, arrival) < (other.acquiredAt, other.origin.number, other.arrival)
        }

        /// Compares unit costs exactly: a/b > c/d where a × d > c × b, both of 256 bits. Unknown ones are the least.
        func costsMore(than other: Entry) -> Bool? {
            guard let cost, let otherCost = other.cost else {
                return (cost == nil) == (other.cost == nil) ? nil : cost != nil
            }
            let mine = cost.units.magnitude.multipliedFullWidth(by: other.quantity.units.magnitude)
            let others = otherCost.units.magnitude.multipliedFullWidth(by: quantity.units.magnitude)
            return mine == others ? nil : (mine.high, mine.low) > (others.high, others.low)
        }
    }

    private let costBasis: CostBasis
    /// Oldest first, from ``head`` on; what stands before it has left. Of an average it is the one pool.
    private var line: [Entry] = []
    private var head = 0
    /// A binary heap: no entry leaves before the one at half its index.
    private var heap: [Entry] = []
    private var arrivals = 0
    /// What all lots hold.
    private(set) var quantity = Quantity.zero

    init(_ costBasis: CostBasis) { self.costBasis = costBasis }

    var count: Int { line.count - head + heap.count }

    /// All lots, the oldest first.
    var entries: [Entry] { (line[head...] + heap).sorted { $0.isOlder(than: $1) } }

    /// - Throws: ``DecimalError/overflow`` for sums that are too large; nothing has changed then.
    mutating func add(origin: TransactionID, acquiredAt: Int, quantity added: Quantity, cost: Money?) throws(DecimalError) {
        let sum = try quantity.adding(added)
        arrivals += 1
        let entry = Entry(origin: origin, acquiredAt: acquiredAt, arrival: arrivals, quantity: added, cost: cost)
        switch costBasis {
        case .average where head < line.count: line[head] = try Self.pool(line[head], entry)
        case .hifo: push(entry)
        case .fifo, .lifo, .average:
            if head < line.count, entry.isOlder(than: line[line.count - 1]) { push(entry) } else { line.append(entry) }
        }
        quantity = sum
    }

    /// Takes lots out until they hold `wanted`, the last of them in part.
    ///
    /// - Returns: what they lacked.
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
            origin: oldest.origin, acquiredAt: oldest.acquiredAt, arrival: old.arrival,
            quantity: try old.quantity.adding(new.quantity), cost: cost)
    }

    private mutating func takeFirst(atMost wanted: Quantity) -> Entry {
        guard isFirstInHeap else { return takeFromLine(atMost: wanted) }
        guard heap[0].quantity > wanted else { return popHeap() }
        let part = heap[0].split(wanted)
        siftDown()  // Rounding may have changed the unit cost of the rest.
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
        // Half of the line has left: the rest moves up, at the cost of a step for each that left.
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
    /// `self` × `part` / `whole`, rounded half to even; `part` is zero to `whole`, so that the share is no larger than `self`.
    func share(_ part: FixedDecimal, of whole: FixedDecimal) -> FixedDecimal {
        guard let share = try? scaled(by: part, over: whole) else { preconditionFailure("no part: \(part) of \(whole)") }
        return share
    }
}
