import Glibc

/// A thread of a ``PasswordHasher``.
enum HashingThread {
    private final class Start {
        let queue: HashingQueue
        let niceness: Int

        init(_ queue: HashingQueue, niceness: Int) { (self.queue, self.niceness) = (queue, niceness) }
    }

    /// Starts a thread that works until the queue stops.
    static func start(_ queue: HashingQueue, number: Int, niceness: Int) {
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { pointer in
                guard let pointer else { return nil }
                let start = Unmanaged<Start>.fromOpaque(pointer).takeRetainedValue()
                // On Linux, 0 is the calling thread, although POSIX specifies the process. Raising the niceness is never refused.
                _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Int32(start.niceness))
                while let job = start.queue.next() { start.queue.run(job) }
                return nil
            }, Unmanaged.passRetained(Start(queue, niceness: niceness)).toOpaque())
        precondition(code == 0, "cannot start thread \(number) for password hashes: \(String(cString: strerror(code)))")
        pthread_detach(thread)
    }
}
