import Glibc
import Platform

/// Messages for people go to standard error, data to standard output.
enum Console {
    static func error(_ message: String) { writeError("closecast: \(message)\n") }
    static func note(_ message: String) { writeError("note: \(message)\n") }

    /// Says that input is being read from the terminal; without this, a waiting command would look as if it hung.
    static func noteTypedInput() {
        if ProcessState.isTerminal(STDIN_FILENO) { note("reading standard input; end it with Ctrl-D") }
    }

    static func writeError(_ text: String) {
        // If standard error cannot be written, there is nowhere left to report it.
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

    /// Whether standard output may contain colours: it is a terminal and `NO_COLOR` (https://no-color.org) is not set.
    static let hasColours =
        ProcessState.isTerminal(STDOUT_FILENO) && ProcessState.environment("NO_COLOR") == nil
        && ProcessState.environment("TERM") != "dumb"

    /// The width for tables and charts in characters, 40 to 200; 80 if the terminal does not report one.
    static var columns: Int { min(max(ProcessState.columns(STDOUT_FILENO) ?? 80, 40), 200) }
}
