import ArgumentParser
import JSONText
import Market
import Platform
import Records
import Store
import Versions

struct VersionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "version",
        abstract: "Print the version, and ask whether there is a newer one.",
        discussion: """
            EXAMPLES
              closecast version
              closecast version --check --address https://example.org/version.json --key KEY

            The address has a small file that the publisher has signed. Nothing is asked \
            without --check, and never more than once a day; within a day the last answer \
            is printed again.
            """)

    @Flag(help: "Ask whether there is a newer version.")
    var check = false

    @Option(
        help: ArgumentHelp("The address of the signed file (default: $CLOSECAST_VERSION_ADDRESS).", valueName: "url"))
    var address: String?

    @Option(
        help: ArgumentHelp("The publisher's Ed25519 public key in base64 (default: $CLOSECAST_VERSION_KEY).", valueName: "key"))
    var key: String?

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            guard check else {
                let version = VersionNumber.running
                return try Console.write(json ? Self.document(nil) : "closecast \(version)\n")
            }
            let source = try source()
            let versions = Versions(try storeOptions.openOrMake().file, source)
            let before = try await versions.known()
            let report = try await versions.check()
            if json {
                try Console.write(Self.document(report))
            } else {
                try Console.write(Self.text(report))
            }
            if let askedAt = report.askedAt, askedAt == before.askedAt, let nextAt = report.nextAt {
                Console.note(
                    "asked on \(MomentText.short(askedAt.seconds)) UTC; not asked again before "
                        + "\(MomentText.short(nextAt.seconds)) UTC")
            }
            if let problem = report.problem { throw Failure(problem.description, problem.isRefusal ? .data : .unavailable) }
        }
    }

    private func source() throws(Failure) -> VersionSource {
        let address = address ?? ProcessState.environment("CLOSECAST_VERSION_ADDRESS")
        let key = key ?? ProcessState.environment("CLOSECAST_VERSION_KEY")
        guard let address, let key else { throw Self.unset(address: address, key: key) }
        guard let source = VersionSource(address: address, key: key) else {
            throw Failure(
                "the address or the key is not accepted; expected \(VersionSource.addressText), and \(VersionSource.keyText)",
                .usage)
        }
        return source
    }

    private static func unset(address: String?, key: String?) -> Failure {
        let address = address == nil ? "--address or CLOSECAST_VERSION_ADDRESS (\(VersionSource.addressText))" : nil
        let key = key == nil ? "--key or CLOSECAST_VERSION_KEY (\(VersionSource.keyText))" : nil
        let missing = address == nil ? "no key is" : key == nil ? "no address is" : "no address and no key are"
        return Failure("\(missing) set; give \([address, key].compactMap(\.self).joined(separator: ", and "))", .usage)
    }

    private static func text(_ report: Versions.Report) -> String {
        guard let release = report.release else { return "closecast \(report.running)\n" }
        guard report.isNewer else { return "closecast \(report.running), the newest version\n" }
        return "closecast \(report.running); \(release.version) of \(release.date) is available: \(release.notes)\n"
    }

    private static func document(_ report: Versions.Report?) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("version", "\(VersionNumber.running)")
                guard let report else { return }
                writer.member("is_newer", report.isNewer)
                if let release = report.release {
                    writer.member("newest", "\(release.version)")
                    writer.member("date", "\(release.date)")
                    writer.member("notes", release.notes)
                    writer.member("expires", "\(release.expires)")
                }
                if let askedAt = report.askedAt { writer.member("asked_at", askedAt.text) }
                if let problem = report.problem { writer.member("problem", problem.rawValue) }
            }
        }
    }
}
