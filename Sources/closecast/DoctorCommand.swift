import ArgumentParser
import JSONText
import LSTMEngine
import Market
import Platform
import Storage
import Text

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the store, the ledger, keys, gaps and old closes, and suggest what to do.",
        discussion: "Exit status 1 means that something is broken; old closes and gaps are only reported.")

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var keyringOptions: KeyringOptions

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let path = try storeOptions.path()
            let findings = try await findings()
            try Console.write(json ? Self.document(path, findings) : Self.text(path, findings))
            if findings.contains(where: { $0.severity == .error }) { throw ExitCode(Failure.Status.someSeriesFailed.rawValue) }
        }
    }

    /// Returns the audit's findings. A file that cannot be opened is itself a finding, since that is when people run this command.
    private func findings() async throws -> [Finding] {
        do {
            let store = try storeOptions.open()
            let findings = try await store.file.audit(AuditOptions(today: store.portfolio.today))
            return try await keyringFindings(store, isDamaged: findings.contains { $0.severity == .error }) + findings
        } catch let failure as Failure where failure.status == .data {
            return [Finding(.error, failure.message, remedy: "")]
        }
    }

    private func keyringFindings(_ store: LocalStore, isDamaged: Bool) async throws -> [Finding] {
        // A damaged database may not be readable, and that has already been reported.
        let keys = isDamaged ? [] : try await store.file.readPeople { try $0.keysOfPasswords() }
        return KeyringFindings.findings(try keyringOptions.path(storeOptions), keysInUse: keys)
    }

    private static func text(_ path: String, _ findings: [Finding]) -> String {
        let errors = findings.count { $0.severity == .error }
        let summary =
            findings.isEmpty
            ? "no problems found" : "\(errors.counted("error")), \((findings.count - errors).counted("warning"))"
        return "\(path): \(summary)\n"
            + findings.map { "  \($0.severity.rawValue): \(shortened($0.what))\($0.remedy.isEmpty ? "" : "; " + $0.remedy)\n" }
            .joined()
            + processor
    }

    /// Shortens a finding: SQLite reports one line for each damaged page.
    private static func shortened(_ text: String) -> String {
        let lines = text.split(separator: "\n")
        return lines.prefix(4).joined(separator: ", ") + (lines.count > 4 ? ", and \(lines.count - 4) more" : "")
    }

    private static var processor: String {
        let current = Processor.current
        return current.warning.map { $0 + "\n" } ?? "forecasts run on OpenBLAS's \(current.openBLASCore) kernels\n"
    }

    private static func document(_ path: String, _ findings: [Finding]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("database", path)
                writer.member("findings", findings) { finding, writer in
                    writer.member("severity", finding.severity.rawValue)
                    writer.member("what", finding.what)
                    writer.member("remedy", finding.remedy)
                }
            }
        }
    }
}
