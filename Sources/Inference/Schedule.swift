/// Who waits, and who is next. A value without threads or clocks: the queue keeps it behind its lock.
struct Schedule {
    /// Series that may wait, of each priority.
    let capacity: Int
    let workers: Int
    private var interactive = LaneSet()
    private var background = LaneSet()
    /// Since the background had a turn while it waited.
    private var interactiveBlocks = 0
    private var veryLongBlocks = 0
    /// Multiplications and the seconds that they took a worker, the last blocks' counting most.
    private var recent = (cost: 1e8, seconds: 1e-3)

    /// About 5 ms: 24 forecasts of points.
    static let blockCost = 6e8
    /// Background blocks are smaller: what comes meanwhile waits 2 ms. Blocks of 8 are as fast as blocks of 24 but for 3 %.
    static let backgroundSeries = 8
    /// About a tenth of a second: one worker is kept free of such.
    static let veryLongCost = 1e10
    /// While both wait, the background has every ninth block.
    static let interactiveTurns = 8

    init(capacity: Int, workers: Int) { (self.capacity, self.workers) = (capacity, workers) }

    var waiting: Int { interactive.series + background.series }
    var isEmpty: Bool { interactive.isEmpty && background.isEmpty }

    func waiting(_ priority: InferencePriority) -> Int { priority == .interactive ? interactive.series : background.series }

    mutating func add(_ request: QueuedRequest) throws(InferenceError) {
        guard request.count <= capacity else { throw .tooManySeries(request.count, limit: capacity) }
        guard waiting(request.priority) + request.count <= capacity else {
            throw .queueFull(retryAfterSeconds: secondsUntilRoom(request))
        }
        if request.priority == .interactive { interactive.add(request) } else { background.add(request) }
    }

    mutating func remove(_ request: QueuedRequest) -> Bool {
        request.priority == .interactive ? interactive.remove(request) : background.remove(request)
    }

    mutating func removeAll(_ priority: InferencePriority) -> [QueuedRequest] {
        priority == .interactive ? interactive.removeAll() : background.removeAll()
    }

    // MARK: Who is next

    /// - Parameter idle: workers that have nothing to do but this one.
    mutating func next(now: Double, idle: Int) -> (InferenceBlock?, expired: [QueuedRequest]) {
        let isBackgroundsTurn = interactiveBlocks >= Self.interactiveTurns
        var (block, expired) = isBackgroundsTurn ? takeBackground(now: now, idle: idle) : takeInteractive(now: now, idle: idle)
        if block == nil {
            let (other, more) = isBackgroundsTurn ? takeInteractive(now: now, idle: idle) : takeBackground(now: now, idle: idle)
            block = other
            expired += more
        }
        guard var block else { return (nil, expired) }
        block.isVeryLong = block.cost > Self.veryLongCost
        if block.isVeryLong { veryLongBlocks += 1 }
        interactiveBlocks = block.priority == .interactive && !background.isEmpty ? interactiveBlocks + 1 : 0
        return (block, expired)
    }

    /// A block of what is short and interactive, to be computed between two parts of something long.
    mutating func nextShort(now: Double) -> (InferenceBlock?, expired: [QueuedRequest]) {
        guard !interactive.isEmpty else { return (nil, []) }
        return interactive.take(
            .init(series: .max, cost: Self.blockCost, costPerSeries: Self.blockCost, blocks: 1), now: now, priority: .interactive)
    }

    private mutating func takeInteractive(now: Double, idle: Int) -> (InferenceBlock?, expired: [QueuedRequest]) {
        guard !interactive.isEmpty else { return (nil, []) }
        return interactive.take(
            .init(series: .max, cost: Self.blockCost, costPerSeries: largestCost, blocks: idle + 1), now: now,
            priority: .interactive)
    }

    private mutating func takeBackground(now: Double, idle: Int) -> (InferenceBlock?, expired: [QueuedRequest]) {
        guard !background.isEmpty else { return (nil, []) }
        return background.take(
            .init(series: Self.backgroundSeries, cost: Self.blockCost, costPerSeries: largestCost, blocks: idle + 1), now: now,
            priority: .background)
    }

    private var largestCost: Double { veryLongBlocks < max(1, workers - 1) ? .infinity : Self.veryLongCost }

    // MARK: How fast it goes

    /// - Parameter seconds: that a worker spent on it.
    mutating func finished(_ block: InferenceBlock, seconds: Double) {
        if block.isVeryLong { veryLongBlocks -= 1 }
        guard block.model != nil, seconds > 0 else { return }
        recent = (recent.cost * 0.95 + block.cost, recent.seconds * 0.95 + seconds)
    }

    /// When what waits before a request will be done, as fast as the last blocks were.
    private func secondsUntilRoom(_ request: QueuedRequest) -> Int {
        let waiting = request.priority == .interactive ? interactive.cost : interactive.cost + background.cost
        let seconds = waiting / (recent.cost / recent.seconds * Double(workers))
        return Int(min(max(seconds.rounded(.up), 1), 60))
    }
}
