import Alerts
import ArgumentParser
import JSONText
import Records
import Store
import Synchronization

struct AlertCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Compare new closes and quotes with the alerts, and print what fired.",
        discussion: """
            EXAMPLES
              closecast history fetch BTC ETH; closecast alert check
              closecast alert check --quiet; [ $? = 10 ] && notify-send 'An alert fired'

            Every figure counts once, in the order of the days: a second check prints \
            nothing until newer closes or quotes are stored. If a server uses the same \
            database, it compares them too, and each firing is found by only one of the \
            two.

            EXIT STATUS
              0   nothing fired
              10  at least one alert fired
              65  nothing fired, but some figures could not be computed
            """)

    @Flag(help: "Print nothing; the exit status says whether an alert fired.")
    var quiet = false

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        guard !quiet || !json else { throw ValidationError("--quiet and --json: give one of them") }
    }

    func run() async throws {
        try await reportingFailures {
            guard let store = try storeOptions.openIfThere() else {
                if json { try Console.write(Self.document([])) }
                return
            }
            let (firings, failures) = try await evaluate(store)
            if json { try Console.write(Self.document(firings)) }
            if !json, !quiet { for firing in firings { try Console.write(try await Self.line(firing, in: store)) } }
            failures.forEach(Console.error)
            if !firings.isEmpty { throw ExitCode(Failure.Status.alertFired.rawValue) }
            if !failures.isEmpty { throw ExitCode(Failure.Status.data.rawValue) }
        }
    }

    /// Evaluates the alerts of all owners, as a server does.
    ///
    /// - Returns: what fired for the owner of the command line, and the figures that could not be computed.
    private func evaluate(_ store: LocalStore) async throws -> (firings: [AlertFiring], failures: [String]) {
        let failures = Failures()
        let work = AlertWork(store.file, store.alertFigures, version: { 0 }, report: failures.add, reportObstacle: failures.add)
        let firings = try await work.firings().filter { $0.owner == LocalStore.caller.owner }
        let text = AlertText(store)
        var lines = failures.all
        for missing in failures.obstacles { lines.append(try await text.line(missing.obstacle, of: missing.alert)) }
        return (firings, lines)
    }

    private static func line(_ firing: AlertFiring, in store: LocalStore) async throws -> String {
        let alert = try await store.file.reading { try store.alerts.show($0, LocalStore.caller, Alerts.Named(firing.alert)) }
        return try await AlertText(store).line(firing, of: alert) + "\n"
    }

    private static func document(_ firings: [AlertFiring]) -> String {
        let shape = Shape<AlertFiring>()
        return JSONWriter.document { writer in
            writer.object { writer in writer.member("firings", firings) { shape.writeMembers(of: $0, &$1) } }
        }
    }
}

/// The figures that could not be computed.
private final class Failures: Sendable {
    private let list = Mutex<[String]>([])
    private let missing = Mutex<[(alert: Alert, obstacle: AlertObstacle)]>([])

    var all: [String] { list.withLock { $0 } }
    var obstacles: [(alert: Alert, obstacle: AlertObstacle)] { missing.withLock { $0 } }

    @Sendable func add(_ alert: Alert, _ obstacle: AlertObstacle) { missing.withLock { $0.append((alert, obstacle)) } }

    @Sendable func add(_ series: String, _ error: any Error) {
        list.withLock { $0.append("no figures for the alerts on \(series): \(Failure(error).message)") }
    }
}
