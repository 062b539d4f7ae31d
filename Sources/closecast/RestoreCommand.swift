import ArgumentParser
import Platform
import Storage

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of history and wallets, and keep what was there.",
        discussion: "The backup is verified first; a bad one is refused and nothing changes.")

    @Argument(help: ArgumentHelp("A backup.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let path = try storeOptions.path()
            guard Files.exists(file) else { throw Failure("\(file) is not there", .noInput) }
            let old = try Database.restore(from: file, to: path, now: ProcessState.secondsSince1970)
            try Console.write("\(file) is verified and now \(path)\n" + (old.map { "what was there is kept as \($0)\n" } ?? ""))
        }
    }
}
