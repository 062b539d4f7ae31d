import ArgumentParser
import Platform
import Storage

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up the database while it is in use, and verify the copy.",
        discussion: """
            EXAMPLES
              closecast backup closecast-2026-11-21.db
              closecast restore closecast-2026-11-21.db

            A server with accounts also needs its keyring, the file closecast.db.keys beside \
            the database. It is not in the backup: copy it to another place (closecast help \
            keys).
            """)

    @Argument(help: ArgumentHelp("Where the copy goes.", valueName: "file"), completion: .file())
    var file: String

    @Flag(help: "Replace the file if it exists.")
    var force = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            try OutputTarget.check(file, option: "backup")
            let path = try storeOptions.path()
            try storeOptions.open().file.backup(to: file, overwrites: force)
            try Console.write("backed up \(path) to \(file) (verified)\n")
            let keyring = KeyringOptions.path(beside: path)
            if Files.exists(keyring) {
                Console.note("the keyring \(keyring) is not in the backup; accounts need it too, so copy it to another place")
            }
        }
    }
}
