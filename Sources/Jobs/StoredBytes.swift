import Platform
import Synchronization

/// The bytes of the files of each job, counted as they are written, so that several jobs that write at once stay within their
/// owner's quota.
final class StoredBytes: Sendable {
    private struct Files {
        let owner: String
        var input = 0
        var result = 0
    }

    private struct State {
        var files: [JobID: Files] = [:]
        var byOwner: [String: Int] = [:]

        mutating func change(_ id: JobID, _ change: (inout Files) -> Void) {
            guard var job = files[id] else { return }
            let before = job.input + job.result
            change(&job)
            files[id] = job
            byOwner[job.owner, default: 0] += job.input + job.result - before
        }
    }

    private let limit: Int?
    private let state = Mutex(State())

    /// - Parameter limit: the limit of each owner; nil for none.
    init(limit: Int?) { self.limit = limit }

    func total(of owner: String) -> Int { state.withLock { $0.byOwner[owner] ?? 0 } }

    /// - Throws: `QuotaExceeded` if an owner may not store further bytes.
    func checkRoom(for bytes: Int, of owner: String) throws(QuotaExceeded) {
        guard let limit else { return }
        let used = total(of: owner)
        guard bytes <= limit - used else { throw QuotaExceeded(.jobBytes, used: used, limit: limit) }
    }

    /// Adds a job, or an upload that becomes one.
    func add(_ id: JobID, of owner: String, input: Int = 0, result: Int = 0) {
        state.withLock { state in
            state.files[id] = Files(owner: owner)
            state.change(id) { ($0.input, $0.result) = (input, result) }
        }
    }

    /// Counts bytes before they are written.
    ///
    /// - Throws: `QuotaExceeded`; then they must not be written.
    func take(input: Int = 0, result: Int = 0, for id: JobID) throws(QuotaExceeded) {
        let refusal: QuotaExceeded? = state.withLock { state in
            // A job that was removed meanwhile keeps no bytes.
            guard let owner = state.files[id]?.owner else { return nil }
            let used = state.byOwner[owner] ?? 0
            if let limit, input + result > limit - used { return QuotaExceeded(.jobBytes, used: used, limit: limit) }
            state.change(id) { ($0.input, $0.result) = ($0.input + input, $0.result + result) }
            return nil
        }
        if let refusal { throw refusal }
    }

    /// Corrects the size of a result after a write that failed, or a start that cut it.
    func set(result: Int, for id: JobID) { state.withLock { $0.change(id) { $0.result = result } } }

    func removeInput(of id: JobID) { state.withLock { $0.change(id) { $0.input = 0 } } }

    func remove(_ id: JobID) {
        state.withLock { state in
            state.change(id) { ($0.input, $0.result) = (0, 0) }
            guard let owner = state.files.removeValue(forKey: id)?.owner, state.byOwner[owner] == 0 else { return }
            state.byOwner[owner] = nil
        }
    }
}
