import Foundation
import Glibc
import Secrets
import Testing
import Waits

@Suite struct PasswordHasherTests {
    @Test func newHashesNameTheParametersOfTheProject() async throws {
        let hash = try await PasswordHasher().hash(Array("correct horse".utf8))
        #expect(hash.hasPrefix("$argon2id$v=19$m=47104,t=2,p=1$"), "\(hash)")
        let fields = hash.split(separator: "$")
        // Base 64 without padding of 16 and 32 bytes.
        #expect(fields[3].utf8.count == 22 && fields[4].utf8.count == 43)
    }

    /// From argon2-cffi 25.1.0: argon2.low_level.hash_secret(b"password", b"saltsaltsaltsalt", 2, 64, 1, 32, Type.ID).
    @Test func aHashOfAnotherLibraryIsVerified() async throws {
        let hasher = Cheap.hasher()
        let stored = "$argon2id$v=19$m=64,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$i6P6cCvSwI/Gp4MO3l8wvjoXUe1JLzHNfXagpIByW1o"
        #expect(try await hasher.verify(Array("password".utf8), against: stored))
        #expect(try await !hasher.verify(Array("Password".utf8), against: stored))
    }

    @Test func onlyTheSameBytesAreRight() async throws {
        let hasher = Cheap.hasher()
        for input in [[], [0], [1, 0, 2], Array("пароль".utf8), [UInt8](repeating: 7, count: 4096)] as [[UInt8]] {
            let hash = try await hasher.hash(input)
            #expect(try await hasher.verify(input, against: hash))
            #expect(try await !hasher.verify(input + [0], against: hash))
            #expect(try await hasher.hash(input) != hash, "a new salt each time")
        }
    }

    @Test(arguments: [
        "", "k1:", "$argon2id$", "$argon2i$v=19$m=8,t=3,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAA",
        "$argon2id$v=19$m=8,t=1,p=2$c2FsdHNhbHRzYWx0c2FsdA$AAAA", "$argon2id$v=19$m=4194304,t=1,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAA",
        "$argon2id$v=19$m=8,t=100000,p=1$c2FsdHNhbHRzYWx0c2FsdA$AAAA", String(repeating: "$argon2id$v=19$m=8,t=1,p=1", count: 10),
    ])
    func aDamagedHashIsAnError(stored: String) async throws {
        let hasher = Cheap.hasher()
        await #expect(throws: HashingError.malformedHash) { try await hasher.verify([1], against: stored) }
        #expect(hasher.needsRehash(stored))
    }

    @Test func weakerHashesAreMadeAnew() async throws {
        let old = try await Cheap.hasher().hash([1])
        #expect(!Cheap.hasher().needsRehash(old))
        for (memory, passes, needs) in [(8, 1, false), (16, 1, true), (8, 2, true), (9, 1, true)] {
            let hasher = PasswordHasher(parameters: Argon2(memoryKiB: memory, passes: passes), threads: 1)
            #expect(hasher.needsRehash(old) == needs, "m=\(memory), t=\(passes)")
            #expect(try await hasher.verify([1], against: old), "still verified")
        }
        let strong = try await PasswordHasher(parameters: Argon2(memoryKiB: 16, passes: 2), threads: 1).hash([1])
        #expect(!Cheap.hasher().needsRehash(strong))
    }

    @Test func aTaskCancelledBeforeItsHashIsRefused() async {
        let hasher = Cheap.hasher()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await hasher.hash([1])
        }
        await #expect(throws: HashingError.cancelled) { try await task.value }
        #expect(hasher.hashCount == 0)
    }

    @Test func everyHashIsCounted() async throws {
        let hasher = Cheap.hasher(threads: 2, maximumWaiting: 100)
        let stored = try await hasher.hash([1])
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for byte in 0..<50 as Range<UInt8> { group.addTask { try await hasher.verify([byte], against: stored) } }
            let right = try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            #expect(right == 1)
        }
        #expect(hasher.hashCount == 51 && hasher.waitingCount == 0)
    }

    /// Threads of this process with the lowest priority, and without.
    @Test func theThreadsHaveTheLowestPriorityAndEndWithTheHasher() async throws {
        func lowThreads() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
                .filter { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t($0) ?? 0) == 17 }.count
        }
        var hasher: PasswordHasher? = PasswordHasher(parameters: Cheap.argon2, threads: 3, maximumWaiting: 1, niceness: 17)
        _ = try await hasher?.hash([1])
        try await until("three threads have started") { try lowThreads() == 3 }
        hasher = nil
        try await until("the threads have ended") { try lowThreads() == 0 }
    }
}
