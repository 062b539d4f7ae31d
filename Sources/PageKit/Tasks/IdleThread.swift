import Dispatch
import Glibc
import Synchronization

/// A thread that works when nothing else wants the processor.
///
/// It uses Linux's scheduling class for idle work, not just the lowest priority: a thread with low priority keeps a core for its
/// time slice, and the next request waits for it. Work that others wait for does not belong here, and no work here may hold a lock
/// that others take.
final class IdleThread: TaskExecutor {
    private let jobs = IdleJobs()

    /// `SCHED_IDLE` of sched.h, which Swift does not import.
    private static let idleClass: Int32 = 5

    init() {
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let jobs = Unmanaged<IdleJobs>.fromOpaque(pointer).takeRetainedValue()
                var priority = sched_param()
                // Never refused, because the thread asks for less.
                _ = pthread_setschedparam(pthread_self(), IdleThread.idleClass, &priority)
                while let job = jobs.next() { job() }
                return nil
            }, Unmanaged.passRetained(jobs).toOpaque())
        precondition(code == 0, "cannot start the thread for tasks: \(String(cString: strerror(code)))")
        pthread_detach(thread)
    }

    deinit { jobs.stop() }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        jobs.add { job.runSynchronously(on: executor) }
    }
}

/// The jobs that wait for the thread, first come, first served.
private final class IdleJobs: Sendable {
    private let state = Mutex<(waiting: [@Sendable () -> Void], isStopping: Bool)>(([], false))
    private let wake = DispatchSemaphore(value: 0)

    func add(_ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(job) }
        wake.signal()
    }

    /// Waits for a job; returns nil when the thread must end.
    func next() -> (@Sendable () -> Void)? {
        while true {
            wake.wait()
            let (job, isStopping) = state.withLock { state in
                (state.waiting.isEmpty ? nil : state.waiting.removeFirst(), state.isStopping)
            }
            if let job { return job }
            if isStopping { return nil }
        }
    }

    func stop() {
        state.withLock { $0.isStopping = true }
        wake.signal()
    }
}
