import ArgumentParser
import Platform
import Storage

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup, and keep the current database beside it.",
        discussion: "The backup is verified first; a bad one is refused and nothing changes.")

    @Argument(help: ArgumentHelp("A backup.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let path = try storeOptions.path()
            guard Files.exists(file) else { throw Failure("\(file) is not there", .noInput) }
            let old = try Database.restore(from: file, to: path, now: ProcessState.secondsSince1970)
            try Console.write(
                "restored \(path) from \(file) (verified)\n" + (old.map { "the previous database is now \($0)\n" } ?? ""))
        }
    }
}
