import Glibc
import Platform

/// A progress line on standard error; silent if that is not a terminal.
struct ProgressBar {
    private let total: Int?
    private let isShown = ProcessState.isTerminal(STDERR_FILENO)
    private let start = ProcessState.monotonicSeconds
    private var lastShown = 0.0

    /// - Parameter total: the total number of bytes or parts, if known.
    init(total: Int?) {
        self.total = total
    }

    mutating func show(lines: Int, failed: Int, bytesRead: Int) {
        guard let seconds = secondsWhenDue() else { return }
        let failures = failed > 0 ? ", \(failed) failed" : ""
        write(done: bytesRead, "\(lines) series\(failures), \(Int(Double(lines) / seconds)) a second")
    }

    /// Shows how many parts are done and how long the rest will take.
    mutating func show(done: Int) {
        guard let seconds = secondsWhenDue() else { return }
        let rest = total.map { ", \(Int((Double($0 - done) * seconds / Double(max(done, 1))).rounded(.up))) s left" } ?? ""
        write(done: done, "\(done) of \(total ?? done)\(rest)")
    }

    /// Returns the seconds since the start; nil if no terminal shows the line or it was updated less than 0.1 s ago.
    private mutating func secondsWhenDue() -> Double? {
        let now = ProcessState.monotonicSeconds
        guard isShown, now - lastShown > 0.1 else { return nil }
        lastShown = now
        return max(now - start, 1e-9)
    }

    private func write(done: Int, _ words: String) {
        var text = words
        if let total, total > 0 {
            let share = min(1, Double(done) / Double(total))
            let filled = Int(share * 30)
            text =
                "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: 30 - filled) + "] "
                + "\(Int(share * 100)) %  " + words
        }
        Console.writeError("\r\u{1B}[K" + text)
    }

    /// Clears the line, so that later output starts at its beginning.
    func end() {
        if isShown { Console.writeError("\r\u{1B}[K") }
    }
}
