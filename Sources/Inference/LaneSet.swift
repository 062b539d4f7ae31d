/// Series that are computed together.
struct InferenceBlock {
    struct Part {
        let request: QueuedRequest
        /// The request's series in this block.
        let series: Range<Int>
    }

    var parts: [Part]
    let key: LaneKey
    let model: LoadedModel?
    let priority: InferencePriority
    var series = 0
    /// The cost in multiplications with weights.
    var cost = 0.0
    /// Whether it takes so long that not all workers may compute such blocks at the same time.
    var isVeryLong = false

    /// Whether all its requests were cancelled.
    var isCancelled: Bool { parts.allSatisfy { $0.request.isCancelled } }
}

extension QueuedRequest {
    /// Whether a single series takes so long that not all workers may compute such series at the same time.
    var isVeryLong: Bool { costPerSeries > Schedule.veryLongCost }
}

/// The waiting requests of one priority. Each kind of work has a lane; a model's requests are served in order of arrival, and
/// models take turns.
///
/// Models share the workers by cost (start-time fair queueing: Goyal, Vin and Cheng 1996, doi:10.1145/248157.248171). Each
/// model has a clock that advances by the cost of its blocks, and the model whose clock is behind goes first. A forecast of a
/// millisecond therefore waits for one block of sample paths, not for a hundred that came before it.
struct LaneSet {
    private struct Lane {
        var line = RequestLine()
        var series = 0
    }

    /// The limits of a block.
    struct Limits {
        /// The most series in a block.
        let series: Int
        /// The cost at which a block ends. A block has at least one series.
        let cost: Double
        /// Lanes whose next series costs more are skipped.
        let costPerSeries: Double
        /// The number of blocks into which waiting series should be divided, so that no worker stays idle.
        let blocks: Int
    }

    private var lanes: [LaneKey: Lane] = [:]
    private var clocks: [ObjectIdentifier?: Double] = [:]
    private var virtualTime = 0.0
    private var nextNumber = 0
    private(set) var series = 0
    private(set) var cost = 0.0
    /// The part of ``cost`` from requests with very long series.
    private(set) var veryLongCost = 0.0

    var isEmpty: Bool { series == 0 }

    mutating func add(_ request: QueuedRequest) {
        let model = request.key.model
        if !lanes.keys.contains(where: { $0.model == model }) {
            // A model cannot save up time that it did not use while nothing waited.
            if clocks.count > 64 { clocks = clocks.filter { $0.value > virtualTime } }
            clocks[model] = max(clocks[model] ?? 0, virtualTime)
        }
        lanes[request.key, default: Lane()].line.append(.init(request: request, number: nextNumber))
        lanes[request.key]!.series += request.count
        nextNumber += 1
        series += request.count
        cost += Double(request.count) * request.costPerSeries
        if request.isVeryLong { veryLongCost += Double(request.count) * request.costPerSeries }
    }

    /// Removes a request.
    ///
    /// - Returns: true if any of its series were waiting.
    mutating func remove(_ request: QueuedRequest) -> Bool {
        guard let left = lanes[request.key]?.line.remove(request), left > 0 else { return false }
        account(for: request, series: left)
        return true
    }

    mutating func removeAll() -> [QueuedRequest] {
        defer { (lanes, series, cost, veryLongCost) = ([:], 0, 0, 0) }
        return lanes.values.flatMap(\.line.requests)
    }

    /// Returns the next block, and the requests before it whose deadlines have passed.
    mutating func take(_ limits: Limits, now: Double, priority: InferencePriority) -> (InferenceBlock?, expired: [QueuedRequest]) {
        var expired: [QueuedRequest] = []
        while let key = nextLane(limits) {
            let block = takeBlock(key, limits, now: now, priority, &expired)
            guard block.series > 0 else { continue }
            virtualTime = max(virtualTime, clocks[key.model] ?? 0)
            clocks[key.model, default: 0] += block.cost
            return (block, expired)
        }
        return (nil, expired)
    }

    private func nextLane(_ limits: Limits) -> LaneKey? {
        var best: (key: LaneKey, clock: Double, number: Int)?
        for (key, lane) in lanes {
            guard let head = lane.line.first, head.request.costPerSeries <= limits.costPerSeries else { continue }
            let clock = clocks[key.model] ?? 0
            if let best, (best.clock, best.number) < (clock, head.number) { continue }
            best = (key, clock, head.number)
        }
        return best?.key
    }

    private mutating func takeBlock(
        _ key: LaneKey, _ limits: Limits, now: Double, _ priority: InferencePriority, _ expired: inout [QueuedRequest]
    ) -> InferenceBlock {
        let first = lanes[key]!.line.first!.request
        var block = InferenceBlock(parts: [], key: key, model: first.model, priority: priority)
        let most = blockSize(lanes[key]!.series, first, limits)
        while block.series < most, let place = lanes[key]?.line.first {
            let request = place.request
            if let deadline = request.deadline, deadline < now {
                _ = remove(request)
                expired.append(request)
                continue
            }
            let affordable = Int(min(max((limits.cost - block.cost) / request.costPerSeries, 0), Double(most)))
            let count = min(most - block.series, place.left, block.series == 0 ? max(1, affordable) : affordable)
            guard count > 0 else { break }
            block.parts.append(.init(request: request, series: lanes[key]!.line.takeFirst(count)))
            block.series += count
            block.cost += Double(count) * request.costPerSeries
            account(for: request, series: count)
        }
        return block
    }

    /// Returns a block size that gives every idle worker an equal share, in whole kernels of 4 rows: single rows cost 50 % more.
    private func blockSize(_ waiting: Int, _ request: QueuedRequest, _ limits: Limits) -> Int {
        let largest = min(request.together, limits.series)
        let share = (waiting + limits.blocks - 1) / limits.blocks
        return min(largest, share <= 2 ? 2 : (share + 3) & ~3)
    }

    private mutating func account(for request: QueuedRequest, series count: Int) {
        series -= count
        cost = series == 0 ? 0 : cost - Double(count) * request.costPerSeries
        if request.isVeryLong { veryLongCost = max(0, veryLongCost - Double(count) * request.costPerSeries) }
        if series == 0 { veryLongCost = 0 }
        lanes[request.key]!.series -= count
        if lanes[request.key]!.line.isEmpty { lanes[request.key] = nil }
    }
}
