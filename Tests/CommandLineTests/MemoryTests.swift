import Foundation
import Testing

/// The maximum memory of a command.
@Suite(.enabled(if: python3 != nil, "python3 is needed to read a child's memory")) struct MemoryTests {
    /// The whole process, not the model alone.
    @Test func aForecastOfOneSeriesHoldsLessThan40MB() throws {
        #expect(try peakKilobytes(["forecast", "SIM01"], input: "") < 40 * 1024)
    }

    /// Ten times the series, hardly more memory: it is bounded by the blocks in flight.
    @Test func aBatchHoldsNoMoreForMoreSeries() throws {
        let text = line(simulated(0))
        let few = try peakKilobytes(["batch", "--model", "daily-close"], input: String(repeating: text, count: 400))
        let many = try peakKilobytes(["batch", "--model", "daily-close"], input: String(repeating: text, count: 4000))
        #expect(many < few + 8 * 1024, "\(few) kB for 400 series, \(many) kB for 4,000")
    }

    /// A series' paths are in memory while its answer is written; those of earlier series are not.
    @Test func aBatchOfPathsHoldsNoMoreForMoreSeries() throws {
        let text = line(simulated(0))
        let arguments = ["batch", "--days", "20", "--paths", "500"]
        let few = try peakKilobytes(arguments, input: String(repeating: text, count: 4))
        let many = try peakKilobytes(arguments, input: String(repeating: text, count: 40))
        #expect(many < few + 8 * 1024, "\(few) kB for 4 series, \(many) kB for 40")
    }

    /// Linux counts the memory that a process held before it became another program, and this process holds a lot; Python holds 10
    /// MB.
    private func peakKilobytes(_ arguments: [String], input: String) throws -> Int {
        let script = """
            import resource, subprocess, sys
            subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
            """
        let python = try #require(python3)
        let result = try run(python, ["-c", script, executable.path] + arguments, input: input)
        return try #require(Int(result.output.trimmingCharacters(in: .whitespacesAndNewlines)), "\(result.words)")
    }
}

private let python3 = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":")
    .map { URL(filePath: String($0)).appending(path: "python3") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }
