import Forecasting
import Glibc
import LSTMEngine
import Market

/// One thread of a queue, with its scratch memory.
final class Worker {
    private final class Scratch {
        /// A weak reference, because an identifier alone could belong to a new model at the address of an old one.
        weak var model: LoadedModel?
        var workspace: Workspace?

        init(_ model: LoadedModel) {
            self.model = model
            workspace = model.network?.makeWorkspace()
        }
    }

    /// The number of models whose scratch memory is kept.
    private static let keptModels = 8

    private let core: QueueCore
    /// Two sets: for blocks, and for short work between parts of a block.
    private var scratches: [[ObjectIdentifier: Scratch]] = [[:], [:]]

    private init(_ core: QueueCore) { self.core = core }

    /// Starts a thread that works until the queue stops.
    static func start(_ core: QueueCore, number: Int) {
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                Worker(Unmanaged<QueueCore>.fromOpaque(pointer).takeRetainedValue()).run()
                return nil
            }, Unmanaged.passRetained(core).toOpaque())
        precondition(code == 0, "cannot start thread \(number) of the inference queue: \(String(cString: strerror(code)))")
        pthread_detach(thread)
    }

    private func run() {
        while true {
            switch core.next() {
            case .block(let block): _ = compute(block, level: 0)
            case .idle: core.sleep()
            case .stop:
                core.workerEnded()
                return
            }
        }
    }

    /// Computes a block.
    ///
    /// - Returns: the elapsed seconds.
    private func compute(_ block: InferenceBlock, level: Int) -> Double {
        let start = core.now()
        var between = 0.0
        switch block.key.task {
        case .forecasts(let days, let paths, let seed, _, let decode):
            let sampling = paths > 0 ? Sampling(paths: paths, seed: seed) : Sampling()
            forecast(block, days: days, sampling, decode, level: level) {
                guard !block.isCancelled else { return false }
                if level == 0 { computeShort(during: block, since: start, &between) }
                return true
            }
        case .tensors(let steps, let decode): run(block, steps: steps, decode, level: level)
        case .body:
            for part in block.parts {
                guard case .body(let body) = part.request.work else { continue }
                body()
                part.request.deliverDone()
            }
        }
        let seconds = core.now() - start
        core.finished(block, start: start, seconds: seconds - between)
        return seconds
    }

    /// Computes short interactive work between parts of a long block: for as much time as the long block has had so far, or
    /// eight times as much if that is a background block.
    private func computeShort(during block: InferenceBlock, since start: Double, _ between: inout Double) {
        let own = core.now() - start - between
        let share = block.priority == .interactive ? 1.0 : Double(Schedule.interactiveTurns)
        guard between <= share * own, let short = core.nextShort() else { return }
        between += compute(short, level: 1)
    }

    // MARK: Forecasts

    private func forecast(
        _ block: InferenceBlock, days: Int, _ sampling: Sampling, _ decode: DecodeMode, level: Int,
        continuesAfterBlock: () -> Bool
    ) {
        guard let model = block.model, let forecaster = try? model.forecaster(decode) else {
            preconditionFailure("a request for what its model cannot do was not refused")
        }
        let histories = block.parts.flatMap { part -> ArraySlice<PriceHistory> in
            guard case .forecasts(let histories) = part.request.work else { return [] }
            return histories[part.series]
        }
        let forecasts = withWorkspace(of: model, block, level: level) { workspace in
            forecaster.forecast(
                histories, days: days, sampling: sampling, using: &workspace, continuesAfterBlock: continuesAfterBlock)
        }
        guard let forecasts else { return core.stopped(block) }
        var start = 0
        for part in block.parts {
            part.request.deliver(forecasts[start..<start + part.series.count], from: part.series.lowerBound)
            start += part.series.count
        }
    }

    // MARK: Tensors

    private func run(_ block: InferenceBlock, steps: Int, _ decode: DecodeMode, level: Int) {
        guard let model = block.model, let network = model.network else { preconditionFailure("tensors without a network") }
        let decoding = model.decoding(decode)
        let series = block.parts.flatMap { part -> [[Float]] in
            guard case .tensors(let inputs) = part.request.work else { return [] }
            return part.series.map { inputs[series: $0] }
        }
        let outputs = withWorkspace(of: model, block, level: level) { workspace -> [[Float]] in
            do throws(NetworkError) {
                return try network.forecast(series, steps: steps, decoding: decoding, using: &workspace!)
            } catch { preconditionFailure("checked tensors are valid inputs: \(error)") }
        }
        var start = 0
        for part in block.parts {
            part.request.deliver(outputs[start..<start + part.series.count], from: part.series.lowerBound)
            start += part.series.count
        }
    }

    // MARK: Scratch memory

    /// Calls `body` with a workspace. Scratch memory of an expensive block of windows or tensors is not kept.
    private func withWorkspace<Result>(
        of model: LoadedModel, _ block: InferenceBlock, level: Int, _ body: (inout Workspace?) -> Result
    ) -> Result {
        if block.cost > Schedule.blockCost, !block.key.task.drawsPaths {
            var workspace = model.network?.makeWorkspace()
            return body(&workspace)
        }
        let id = ObjectIdentifier(model)
        if let known = scratches[level][id], known.model === model { return body(&known.workspace) }
        if scratches[level].count >= Self.keptModels { scratches[level] = [:] }
        let new = Scratch(model)
        scratches[level][id] = new
        return body(&new.workspace)
    }
}
