import ArgumentParser
import Platform
import Storage

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup, and keep the current database beside it.",
        discussion: """
            EXAMPLES
              closecast restore closecast-2026-11-21.db

            The backup is verified first; a bad one is refused and nothing changes.

            The keyring of accounts is not in the backup and stays as it is. Accounts in the \
            backup need the keyring of their time, or a later one, beside the database.
            """)

    @Argument(help: ArgumentHelp("A backup.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let path = try storeOptions.path()
            guard Files.exists(file) else { throw Failure("\(file) is not there", .noInput) }
            // A running server would keep the old database open.
            let lock = try ServerLock(database: path)
            defer { lock.release() }
            let old = try Store.restore(from: file, to: path, now: ProcessState.secondsSince1970)
            try Console.write(
                "restored \(path) from \(file) (verified)\n" + (old.map { "the previous database is now \($0)\n" } ?? ""))
            try await reportKeyring(path)
        }
    }

    /// Prints the requirements of the restored database's accounts.
    private func reportKeyring(_ path: String) async throws {
        let keyring = KeyringOptions.path(beside: path)
        if Files.exists(keyring) {
            Console.note("accounts also need the keyring of the backup's time, or a later one; \(keyring) is unchanged")
        } else if try await !LocalStore(path: path).accounts.list(matching: nil, after: nil, limit: 1).isEmpty {
            Console.note(
                "the backup has accounts, and there is no keyring \(keyring): sign-ins fail until you restore it from your "
                    + "copy of the keys")
        }
    }
}
