extension Network {
    /// Forecasts the next `steps` outputs of several series on the calling thread.
    ///
    /// - Parameters:
    ///   - series: scaled inputs, each of shape `[length, inputs]`, row-major, oldest first. Lengths may differ.
    ///   - steps: the number of outputs. More than 1 requires as many outputs as inputs.
    ///   - workspace: this worker's workspace, from ``makeWorkspace()``.
    /// - Returns: one array for each series, shape `[steps, outputs]`; row 0 is the step after the series. Apart from the last
    ///   bits of a float, a series' outputs do not depend on the other series. Equal calls give equal bits.
    /// - Throws: ``NetworkError``, before any computation.
    /// - Complexity: 8 · units · (inputs + units) operations for each step and layer: 48 million a series for LSTM(100) with
    ///   500 inputs and 96 outputs. Blocking: not for an event loop.
    public func forecast(
        _ series: [[Float]], steps: Int, decoding: Decoding = .recursive, using workspace: inout Workspace
    ) throws(NetworkError) -> [[Float]] {
        let plan = try BlockPlan(series, network: self, steps: steps, decoding: decoding, workers: 1)
        var results = [Float](repeating: 0, count: series.count * steps * architecture.outputs)
        results.withUnsafeMutableBufferPointer { results in
            for block in plan.blocks { run(block, of: plan, series, &workspace, results.baseAddress!) }
        }
        return plan.unsorted(results, outputsPerSeries: steps * architecture.outputs)
    }

    /// Forecasts the next `steps` outputs of several series, in parallel blocks on up to `threads` threads.
    ///
    /// Shapes, errors and cost are those of ``forecast(_:steps:decoding:using:)``.
    public func forecast(
        _ series: [[Float]], steps: Int, decoding: Decoding = .recursive, threads: Int
    ) throws(NetworkError) -> [[Float]] {
        precondition(threads >= 1, "threads must be at least 1, not \(threads)")
        let plan = try BlockPlan(series, network: self, steps: steps, decoding: decoding, workers: threads)
        var results = [Float](repeating: 0, count: series.count * steps * architecture.outputs)
        results.withUnsafeMutableBufferPointer { results in
            // Safe: blocks write to disjoint ranges, one for each series.
            nonisolated(unsafe) let base = results.baseAddress!
            Workers.forEachIndex(plan.blocks.count, workers: threads, makeScratch: makeWorkspace) { index, workspace in
                run(plan.blocks[index], of: plan, series, &workspace, base)
            }
        }
        return plan.unsorted(results, outputsPerSeries: steps * architecture.outputs)
    }

    private func run(
        _ block: Range<Int>, of plan: BlockPlan, _ series: [[Float]], _ workspace: inout Workspace,
        _ results: UnsafeMutablePointer<Float>
    ) {
        let timeline = Timeline(lengths: block.map { plan.lengths[$0] }, steps: plan.steps, decoding: plan.decoding)
        let inputs = architecture.inputs
        let perSeries = (timeline.length + timeline.steps - 1) * inputs
        workspace.prepare(
            rows: timeline.rows.count, valueCount: block.count * perSeries, outputCount: architecture.outputs)
        for (place, index) in block.enumerated() {
            let count = plan.lengths[index] * inputs
            let end = workspace.values.base + place * perSeries + timeline.length * inputs
            series[plan.order[index]].withUnsafeBufferPointer { values in
                (end - count).update(from: values.baseAddress! + (values.count - count), count: count)
            }
        }
        run(timeline, &workspace, results: results + block.lowerBound * plan.steps * architecture.outputs)
    }
}

/// The assignment of series to blocks that are computed together.
private struct BlockPlan {
    let steps: Int
    let decoding: Decoding
    /// The series' indices, longest first, and the number of steps read of each, in that order.
    let order: [Int]
    let lengths: [Int]
    /// Ranges of ``order``.
    let blocks: [Range<Int>]

    init(
        _ series: [[Float]], network: Network, steps: Int, decoding: Decoding, workers: Int
    ) throws(NetworkError) {
        try network.check(series, steps: steps, decoding: decoding)
        let inputs = network.architecture.inputs
        func length(_ index: Int) -> Int {
            let own = series[index].count / inputs
            if case .slidingWindow(let window) = decoding { return min(own, window) }
            return own
        }
        order = series.indices.sorted { (length($0), $1) > (length($1), $0) }
        lengths = order.map(length)
        self.steps = steps
        self.decoding = decoding
        blocks = Self.blocks(lengths, network: network, steps: steps, decoding: decoding, workers: workers)
    }

    private static func blocks(
        _ lengths: [Int], network: Network, steps: Int, decoding: Decoding, workers: Int
    ) -> [Range<Int>] {
        let largest: Int
        switch decoding {
        case .recursive: largest = network.rowsPerProduct
        case .slidingWindow: largest = max(1, network.rowsPerProduct / steps)
        }
        // The number of blocks is a multiple of the workers, so that all have equal work. Blocks are whole groups of 4 rows, as
        // products are.
        let needed = (lengths.count + largest - 1) / largest
        let count = max(1, (needed + workers - 1) / workers * workers)
        let even = (lengths.count + count - 1) / count
        let size = max(1, min(largest, even <= 4 ? even : (even + 3) & ~3))

        var blocks: [Range<Int>] = []
        var start = 0
        while start < lengths.count {
            var end = min(start + size, lengths.count)
            if case .slidingWindow = decoding {
                // Windows of different lengths would not start and end in the same order.
                end = (start + 1..<end).first { lengths[$0] != lengths[start] } ?? end
            }
            blocks.append(start..<end)
            start = end
        }
        return blocks
    }

    /// Returns the results in the order in which the series were given.
    func unsorted(_ results: [Float], outputsPerSeries: Int) -> [[Float]] {
        var unsorted = [[Float]](repeating: [], count: order.count)
        for (place, index) in order.enumerated() {
            unsorted[index] = Array(results[place * outputsPerSeries..<(place + 1) * outputsPerSeries])
        }
        return unsorted
    }
}

extension Network {
    /// Checks that the network can run on `series`.
    ///
    /// - Throws: the errors of ``forecast(_:steps:decoding:using:)``.
    package func check(_ series: [[Float]], steps: Int, decoding: Decoding) throws(NetworkError) {
        guard steps >= 1 else { throw .stepsNotPositive(steps) }
        guard steps == 1 || architecture.canFeedBack else {
            throw .cannotFeedBack(inputs: architecture.inputs, outputs: architecture.outputs, steps: steps)
        }
        if case .slidingWindow(let length) = decoding, length < 1 { throw .windowNotPositive(length) }
        for (index, values) in series.enumerated() {
            guard !values.isEmpty else { throw .emptySeries(series: index) }
            guard values.count % architecture.inputs == 0 else {
                throw .raggedSeries(series: index, count: values.count, inputs: architecture.inputs)
            }
            if let bad = values.firstIndex(where: { !$0.isFinite }) {
                throw .inputNotFinite(series: index, index: bad, value: values[bad])
            }
        }
    }
}
