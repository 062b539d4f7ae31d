/// The waiting requests, and the choice of the next block. A value without threads or clocks, which the queue keeps behind its
/// lock.
struct Schedule {
    /// The most waiting series of each priority.
    let capacity: Int
    let workers: Int
    /// Interactive requests with a longer estimated time to the answer, in seconds, are rejected.
    let longestWait: Double
    private var interactive = LaneSet()
    private var background = LaneSet()
    /// Interactive blocks since the background's last turn, counted while background requests wait.
    private var interactiveBlocks = 0
    private var veryLongBlocks = 0
    /// The cost of very long blocks in progress.
    private var veryLongInWork = 0.0
    /// The measured speed of points and tensors, and of sample paths.
    private var speed = (points: Speed(), paths: Speed())

    /// Multiplications, and the worker's seconds for them; recent blocks weigh most.
    private struct Speed {
        private var recent = (cost: 1e8, seconds: 1e-3)

        /// Multiplications a second of one worker.
        var rate: Double { recent.cost / recent.seconds }

        mutating func note(cost: Double, seconds: Double) {
            recent = (recent.cost * 0.95 + cost, recent.seconds * 0.95 + seconds)
        }
    }

    /// About 5 ms: 24 point forecasts.
    static let blockCost = 6e8
    /// Background blocks are smaller, so that arriving requests wait 2 ms. Blocks of 8 are only 3 % slower than blocks of 24.
    static let backgroundSeries = 8
    /// About a tenth of a second. One worker is kept free of such blocks.
    static let veryLongCost = 1e10
    /// While both priorities wait, every ninth block is a background block.
    static let interactiveTurns = 8

    init(capacity: Int, workers: Int, longestWait: Double) {
        (self.capacity, self.workers, self.longestWait) = (capacity, workers, longestWait)
    }

    var waiting: Int { interactive.series + background.series }
    var isEmpty: Bool { interactive.isEmpty && background.isEmpty }

    func waiting(_ priority: InferencePriority) -> Int { priority == .interactive ? interactive.series : background.series }

    mutating func add(_ request: QueuedRequest) throws(InferenceError) {
        guard request.count <= capacity else { throw .tooManySeries(request.count, limit: capacity) }
        guard waiting(request.priority) + request.count <= capacity else {
            throw .queueFull(retryAfterSeconds: Self.retrySeconds(secondsAhead(of: request)))
        }
        // Other work is usually the end of a request whose forecasts are already computed.
        if request.priority == .interactive, !request.key.task.isBody {
            let ahead = secondsAhead(of: request)
            // With nothing ahead of it, a request is computed however long it takes.
            guard ahead == 0 || ahead + secondsAlone(request) <= longestWait else {
                throw .queueFull(retryAfterSeconds: Self.retrySeconds(ahead + secondsAlone(request) - longestWait))
            }
        }
        if request.priority == .interactive { interactive.add(request) } else { background.add(request) }
    }

    mutating func remove(_ request: QueuedRequest) -> Bool {
        request.priority == .interactive ? interactive.remove(request) : background.remove(request)
    }

    mutating func removeAll(_ priority: InferencePriority) -> [QueuedRequest] {
        priority == .interactive ? interactive.removeAll() : background.removeAll()
    }

    // MARK: The next block

    /// Returns the next block and the expired requests before it.
    ///
    /// - Parameter idle: the number of idle workers besides this one.
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
        if block.isVeryLong {
            veryLongBlocks += 1
            veryLongInWork += block.cost
        }
        interactiveBlocks = block.priority == .interactive && !background.isEmpty ? interactiveBlocks + 1 : 0
        return (block, expired)
    }

    /// Returns a block of short interactive work, to be computed between two parts of something long.
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

    private var largestCost: Double { veryLongBlocks < veryLongWorkers ? .infinity : Self.veryLongCost }

    /// One worker is kept free of very long blocks.
    private var veryLongWorkers: Int { max(1, workers - 1) }

    // MARK: Measured speed

    /// Updates the measured speed.
    ///
    /// - Parameter seconds: the time that a worker spent on the block.
    mutating func finished(_ block: InferenceBlock, seconds: Double) {
        if block.isVeryLong {
            veryLongBlocks -= 1
            veryLongInWork = veryLongBlocks == 0 ? 0 : veryLongInWork - block.cost
        }
        // A stopped block cost less than planned.
        guard block.model != nil, seconds > 0, !block.isCancelled else { return }
        if block.key.task.drawsPaths {
            speed.paths.note(cost: block.cost, seconds: seconds)
        } else {
            speed.points.note(cost: block.cost, seconds: seconds)
        }
    }

    /// Estimates the seconds until all work ahead of a request is done, at the speed of recent blocks. Very long blocks run on
    /// their own workers, which they share with short requests.
    private func secondsAhead(of request: QueuedRequest) -> Double {
        let waiting = interactive.cost + (request.priority == .interactive ? 0 : background.cost)
        let veryLong = interactive.veryLongCost + veryLongInWork
        let short = (waiting - interactive.veryLongCost) / (rate(of: request) * Double(workers))
        return request.isVeryLong ? veryLong / (speed.paths.rate * Double(veryLongWorkers)) + short : max(0, short)
    }

    /// Estimates the seconds for the request itself if nothing else runs.
    private func secondsAlone(_ request: QueuedRequest) -> Double {
        let atOnce = min(request.count, request.isVeryLong ? veryLongWorkers : workers)
        return request.costPerSeries * Double(request.count) / (rate(of: request) * Double(max(1, atOnce)))
    }

    private func rate(of request: QueuedRequest) -> Double {
        request.key.task.drawsPaths ? speed.paths.rate : min(speed.points.rate, speed.paths.rate)
    }

    private static func retrySeconds(_ seconds: Double) -> Int { Int(min(max(seconds.rounded(.up), 1), 60)) }
}
