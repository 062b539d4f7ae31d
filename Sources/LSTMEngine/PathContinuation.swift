/// Draws the next inputs of sample paths from a network's outputs, for example returns from a distribution's parameters.
public protocol PathSampler: Sendable {
    /// Draws one step of a block of paths.
    ///
    /// Blocks are drawn in any order and on several threads. A draw may therefore depend only on the path's number, the step
    /// and the outputs, so that the same call gives the same paths.
    ///
    /// - Parameters:
    ///   - step: 1 for the first step after the series.
    ///   - paths: the numbers of the block's paths.
    ///   - outputs: the network's outputs, shape `[paths, outputs]`.
    ///   - next: receives the drawn values, shape `[paths, inputs]`, which are also the next inputs.
    func draw(step: Int, paths: Range<Int>, outputs: Span<Float>, next: inout MutableSpan<Float>)
}

extension Network {
    /// Continues one series on many sample paths, after a shared warm-up.
    ///
    /// - Parameters:
    ///   - series: scaled inputs, shape `[length, inputs]`, oldest first.
    ///   - count: the number of paths, at least 1.
    ///   - steps: the number of steps of each path. Outputs need not match inputs, because the sampler creates the inputs.
    ///   - threads: the number of threads that compute blocks of paths. It changes no bit of the result.
    ///   - sampler: draws the next inputs from the outputs.
    /// - Returns: the drawn values, shape `[count, steps, inputs]`.
    /// - Throws: ``NetworkError``, before any computation.
    /// - Complexity: one warm-up over the series, then `count · (steps - 1)` steps of one row.
    public func paths(
        after series: [Float], count: Int, steps: Int, threads: Int = 1, sampler: some PathSampler
    ) throws(NetworkError) -> [Float] {
        precondition(threads >= 1, "threads must be at least 1, not \(threads)")
        var warm = makeWorkspace()
        let plan = try pathPlan(series, count: count, steps: steps, &warm)
        var drawn = [Float](repeating: 0, count: plan.drawnCount)
        drawn.withUnsafeMutableBufferPointer { drawn in
            // Safe: blocks write to disjoint ranges, one for each path.
            nonisolated(unsafe) let base = drawn.baseAddress!
            Workers.forEachIndex(plan.blockCount, workers: threads, makeScratch: makeWorkspace) { index, workspace in
                continueBlock(index, of: plan, sampler, &workspace, base)
            }
        }
        return drawn
    }

    /// Computes the same as ``paths(after:count:steps:threads:sampler:)``, to the bit, on the calling thread with this worker's
    /// workspace.
    public func paths(
        after series: [Float], count: Int, steps: Int, using workspace: inout Workspace, sampler: some PathSampler
    ) throws(NetworkError) -> [Float] {
        guard
            let drawn = try paths(
                after: series, count: count, steps: steps, using: &workspace, sampler: sampler, continuesAfterBlock: { true })
        else { preconditionFailure("nobody stopped the paths") }
        return drawn
    }

    /// Computes the same, but can be stopped.
    ///
    /// - Parameter continuesAfterBlock: called after each block of paths, about once a millisecond, so that short work need not
    ///   wait for all paths. Returns false to stop.
    /// - Returns: nil if `continuesAfterBlock` stopped the computation.
    package func paths(
        after series: [Float], count: Int, steps: Int, using workspace: inout Workspace, sampler: some PathSampler,
        continuesAfterBlock: () -> Bool
    ) throws(NetworkError) -> [Float]? {
        let plan = try pathPlan(series, count: count, steps: steps, &workspace)
        var drawn = [Float](repeating: 0, count: plan.drawnCount)
        let isWhole = drawn.withUnsafeMutableBufferPointer { drawn in
            for index in 0..<plan.blockCount {
                continueBlock(index, of: plan, sampler, &workspace, drawn.baseAddress!)
                guard continuesAfterBlock() else { return false }
            }
            return true
        }
        return isWhole ? drawn : nil
    }

    /// Checks the arguments and runs the warm-up.
    private func pathPlan(
        _ series: [Float], count: Int, steps: Int, _ workspace: inout Workspace
    ) throws(NetworkError) -> PathPlan {
        precondition(count >= 1, "count must be at least 1, not \(count)")
        try check([series], steps: 1, decoding: .recursive)
        guard steps >= 1 else { throw .stepsNotPositive(steps) }
        warmUp(on: series, &workspace)
        return PathPlan(
            state: workspace.state, time: series.count / architecture.inputs, count: count, steps: steps,
            inputs: architecture.inputs, blockSize: rowsPerProduct)
    }

    /// Runs one row over a series, without the dense layer.
    private func warmUp(on series: [Float], _ workspace: inout Workspace) {
        let inputs = architecture.inputs
        workspace.prepare(rows: 1, valueCount: 0, outputCount: architecture.outputs)
        series.withUnsafeBufferPointer { values in
            for time in 0..<values.count / inputs {
                workspace.operands.base.update(from: values.baseAddress! + time * inputs, count: inputs)
                step(rows: 0..<1, time: time, &workspace)
            }
        }
    }

    private func continueBlock(
        _ index: Int, of plan: PathPlan, _ sampler: some PathSampler, _ workspace: inout Workspace,
        _ drawn: UnsafeMutablePointer<Float>
    ) {
        let paths = plan.block(index)
        let (inputs, outputs, steps) = (plan.inputs, architecture.outputs, plan.steps)
        let drawn = drawn + paths.lowerBound * steps * inputs
        workspace.prepare(rows: paths.count, valueCount: paths.count * inputs, outputCount: outputs)
        workspace.setAllRows(to: plan.state, rows: paths.count)
        for step in 1...steps {
            emit(rows: 0..<paths.count, workspace)
            var next = UnsafeMutableBufferPointer(start: workspace.values.base, count: paths.count * inputs).mutableSpan
            sampler.draw(
                step: step, paths: paths,
                outputs: UnsafeBufferPointer(start: workspace.outputs.base, count: paths.count * outputs).span, next: &next)
            for row in 0..<paths.count {
                let value = workspace.values.base + row * inputs
                (drawn + (row * steps + step - 1) * inputs).update(from: value, count: inputs)
                (workspace.operands.base + row * layout.stride).update(from: value, count: inputs)
            }
            if step < steps { self.step(rows: 0..<paths.count, time: plan.time + step - 1, &workspace) }
        }
    }
}

/// The common data of all blocks of paths.
private struct PathPlan: Sendable {
    /// The state after the series; read-only.
    let state: Workspace.RowState
    /// The number of steps read.
    let time: Int
    let count: Int
    let steps: Int
    let inputs: Int
    /// Independent of the number of threads, so that each path is the same to the bit.
    let blockSize: Int

    var drawnCount: Int { count * steps * inputs }
    var blockCount: Int { (count + blockSize - 1) / blockSize }

    /// Returns the path numbers of a block.
    func block(_ index: Int) -> Range<Int> { index * blockSize..<min((index + 1) * blockSize, count) }
}
