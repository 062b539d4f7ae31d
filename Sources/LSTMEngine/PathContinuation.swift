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
        precondition(count >= 1, "count must be at least 1, not \(count)")
        precondition(threads >= 1, "threads must be at least 1, not \(threads)")
        try check([series], steps: 1, decoding: .recursive)
        guard steps >= 1 else { throw .stepsNotPositive(steps) }
        let inputs = architecture.inputs
        // The same for any number of threads, so that a path is the same to the bit.
        let blockSize = rowsPerProduct
        let blockCount = (count + blockSize - 1) / blockSize
        var warm = makeWorkspace()
        warmUp(on: series, &warm)
        let state = warm.state  // read-only from here on
        let lastTime = series.count / inputs
        var drawn = [Float](repeating: 0, count: count * steps * inputs)
        drawn.withUnsafeMutableBufferPointer { drawn in
            // Blocks write to disjoint ranges: each path has its own.
            nonisolated(unsafe) let base = drawn.baseAddress!
            forEachIndex(blockCount, workers: threads) { index, workspace in
                let paths = index * blockSize..<min((index + 1) * blockSize, count)
                workspace.prepare(rows: paths.count, valueCount: paths.count * inputs, outputCount: architecture.outputs)
                workspace.setAllRows(to: state, rows: paths.count)
                continueBlock(
                    paths, time: lastTime, steps: steps, sampler, &workspace, base + paths.lowerBound * steps * inputs)
            }
        }
        return drawn
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
        _ paths: Range<Int>, time: Int, steps: Int, _ sampler: some PathSampler, _ workspace: inout Workspace,
        _ drawn: UnsafeMutablePointer<Float>
    ) {
        let (inputs, outputs) = (architecture.inputs, architecture.outputs)
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
            if step < steps { self.step(rows: 0..<paths.count, time: time + step - 1, &workspace) }
        }
    }
}
