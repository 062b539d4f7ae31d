import Glibc
import Platform

/// Words for people on standard error, data on standard output.
enum Console {
    static func error(_ message: String) { writeError("closecast: \(message)\n") }
    static func note(_ message: String) { writeError("note: \(message)\n") }

    /// A command that waits for input at a terminal would look as if it hung.
    static func noteTypedInput() {
        if ProcessState.isTerminal(STDIN_FILENO) { note("reading standard input; end it with Ctrl-D") }
    }

    static func writeError(_ text: String) {
        // Nowhere is left to tell that standard error cannot be written.
        try? Files.writeAll(Array(text.utf8), descriptor: STDERR_FILENO, path: "standard error")
    }

    static func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(FileError) {
            try Files.writeAll(bytes, descriptor: STDOUT_FILENO, path: "standard output")
        } catch {
            throw Failure(error)
        }
    }

    static func write(_ text: String) throws(Failure) { try write(Array(text.utf8)) }

    /// Whether standard output may hold colours: a terminal, and https://no-color.org is heeded.
    static let hasColours =
        ProcessState.isTerminal(STDOUT_FILENO) && ProcessState.environment("NO_COLOR") == nil
        && ProcessState.environment("TERM") != "dumb"

    /// The width to draw in.
    static var columns: Int { min(max(ProcessState.columns(STDOUT_FILENO) ?? 80, 40), 200) }
}
