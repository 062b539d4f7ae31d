import Glibc
import Platform

/// A progress line on standard error; silent where that is no terminal.
struct ProgressBar {
    private let total: Int?
    private let isShown = ProcessState.isTerminal(STDERR_FILENO)
    private let start = ProcessState.monotonicSeconds
    private var lastShown = 0.0

    /// - Parameter total: bytes to read, where they are known.
    init(total: Int?) {
        self.total = total
    }

    mutating func show(lines: Int, failed: Int, bytesRead: Int) {
        let now = ProcessState.monotonicSeconds
        guard isShown, now - lastShown > 0.1 else { return }
        lastShown = now
        let rate = Int(Double(lines) / max(now - start, 1e-9))
        let failures = failed > 0 ? ", \(failed) failed" : ""
        var text = "\(lines) series\(failures), \(rate) a second"
        if let total, total > 0 {
            let share = min(1, Double(bytesRead) / Double(total))
            let filled = Int(share * 30)
            text =
                "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled) + "] "
                + "\(Int(share * 100)) %  " + text
        }
        Console.writeError("\r\u{1B}[K" + text)
    }

    /// Clears the line, so that what follows begins at its start.
    func end() {
        if isShown { Console.writeError("\r\u{1B}[K") }
    }
}
