import CProcessor
import Glibc

/// What a program reads from its process and environment, once, at its edge.
package enum ProcessState {
    /// Returns an environment variable; nil if it is unset or empty.
    package static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The path of the running program, with links resolved.
    package static var executablePath: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        return length > 0 ? String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
    }

    /// The number of processors that this process may run on.
    package static var processorCount: Int { Int(closecast_processor_count()) }

    /// Seconds since 1970-01-01 UTC.
    package static var secondsSince1970: Int { time(nil) }

    /// Seconds on a clock that never jumps.
    package static var monotonicSeconds: Double {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
    }

    /// Bytes of memory that this process holds now; 0 if the system does not report them.
    package static var residentBytes: Int {
        guard let text = try? Files.read("/proc/self/statm") else { return 0 }
        let pages = String(decoding: text, as: UTF8.self).split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Returns true if a descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Returns the width of the terminal behind `descriptor` in characters; nil if it is not a terminal.
    package static func columns(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}
