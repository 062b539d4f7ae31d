import Foundation
import Glibc
import Platform
import Testing
import Waits

// Not declared by Swift's Glibc module.
@_silgen_name("gettid") private func threadID() -> pid_t

/// Waits for input that other threads can end.
@Suite struct InputWaitTests {
    @Test func inputAndItsEndAndTheTimeEndAWait() throws {
        let pipe = try Files.pipe()
        defer { close(pipe.reading) }
        let flag = try StopFlag()
        #expect(InputWait.wait(for: pipe.reading, flag: flag, milliseconds: 1) == .timeout)
        try Files.writeAll(bytes("x"), descriptor: pipe.writing, path: "the pipe")
        #expect(InputWait.wait(for: pipe.reading, flag: flag) == .input)
        var byte: UInt8 = 0
        #expect(read(pipe.reading, &byte, 1) == 1)
        close(pipe.writing)
        #expect(InputWait.wait(for: pipe.reading, flag: flag) == .input)
    }

    /// Before the wait or during it, and for every later wait too.
    @Test func aFlagEndsEveryWait() throws {
        let pipe = try Files.pipe()
        defer {
            close(pipe.reading)
            close(pipe.writing)
        }
        let flag = try StopFlag()
        #expect(!flag.isSet)
        let waiting = threadID()
        let thread = Thread {
            // It sleeps while it waits.
            try? blockUntil("the wait has begun", everyMilliseconds: 1) {
                String(decoding: try Files.read("/proc/self/task/\(waiting)/stat"), as: UTF8.self).contains(") S ")
            }
            for _ in 0..<3 { flag.set() }
        }
        thread.start()
        for _ in 0..<3 { #expect(InputWait.wait(for: pipe.reading, flag: flag, milliseconds: 60_000) == .flag) }
        #expect(flag.isSet)
    }
}
