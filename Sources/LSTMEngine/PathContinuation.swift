/// Draws the next inputs of sample paths from a network's outputs, e.g. returns from a distribution's parameters.
public protocol PathSampler: Sendable {
    /// Draws one step.
    ///
    /// Paths are drawn in blocks, in any order and on several threads: what a path draws may depend on its number, the step and
    /// the outputs only, so that the same call gives the same paths.
    ///
    /// - Parameters:
    ///   - step: 1 for the step after the series' end.
    ///   - paths: the numbers of the block's paths.
    ///   - outputs: shape `[paths, outputs]`.
    ///   - next: shape `[paths, inputs]`, to be filled; what the paths consist of.
    func draw(step: Int, paths: Range<Int>, outputs: Span<Float>, next: inout MutableSpan<Float>)
}

extension Network {
    /// Many continuations of one series after a shared warm-up.
    ///
    /// - Parameters:
    ///   - series: raw inputs, shape `[length, inputs]`, oldest first.
    ///   - count: how many paths.
    ///   - steps: how many values each path draws. Outputs need not be as many as inputs: the sampler makes inputs of them.
    ///   - threads: how many threads compute blocks of paths; it changes no bit of them.
    ///   - sampler: makes the next inputs of the outputs.
    /// - Returns: what the sampler drew, shape `[count, steps, inputs]`.
    /// - Throws: ``NetworkError``, before anything is computed.
    /// - Complexity: the warm-up runs once; then `count · (steps - 1)` steps of one row.
    public func paths(
        after series: [Float], count: Int, steps: Int, threads: Int = 1, sampler: some PathSampler
    ) throws(NetworkError) -> [Float] {
        precondition(threads >= 1, "threads must be at least 1, not \(threads)")
        var warm = makeWorkspace()
        let plan = try pathPlan(series, count: count, steps: steps, &warm)
        var drawn = [Float](repeating: 0, count: plan.drawnCount)
        drawn.withUnsafeMutableBufferPointer { drawn in
            // Blocks write to disjoint ranges: each path has its own.
            nonisolated(unsafe) let base = drawn.baseAddress!
            forEachIndex(plan.blockCount, workers: threads) { index, workspace in
                continueBlock(index, of: plan, sampler, &workspace, base)
            }
        }
        return drawn
    }

    /// As ``paths(after:count:steps:threads:sampler:)``, on this thread with this worker's workspace; the same to the bit.
    public func paths(
        after series: [Float], count: Int, steps: Int, using workspace: inout Workspace, sampler: some PathSampler
    ) throws(NetworkError) -> [Float] {
        guard
            let drawn = try paths(
                after: series, count: count, steps: steps, using: &workspace, sampler: sampler, continuesAfterBlock: { true })
        else { preconditionFailure("nobody stopped the paths") }
        return drawn
    }

    /// - Parameter continuesAfterBlock: is called after each block of paths, about once a millisecond, so that short work need not wait for
    ///   all of them; returns false to stop.
    /// - Returns: nil where `continuesAfterBlock` stopped the computation.
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

    /// Checks what was asked for and reads the series.
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

/// What the blocks of paths have in common.
private struct PathPlan: Sendable {
    /// After the series, read-only.
    let state: Workspace.RowState
    /// Steps read.
    let time: Int
    let count: Int
    let steps: Int
    let inputs: Int
    /// The same for any number of threads, so that a path is the same to the bit.
    let blockSize: Int

    var drawnCount: Int { count * steps * inputs }
    var blockCount: Int { (count + blockSize - 1) / blockSize }

    /// The numbers of a block's paths.
    func block(_ index: Int) -> Range<Int> { index * blockSize..<min((index + 1) * blockSize, count) }
}
