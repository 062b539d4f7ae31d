import ArgumentParser
import JSONText
import Keyrings
import Market
import Platform
import Text

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "List and rotate the keys of accounts.",
        discussion: """
            EXAMPLES
              closecast keys list
              closecast keys rotate

            The keyring is a file with the keys of passwords and second factors. The server \
            makes it when it first starts with accounts. Database backups do not include \
            it, so a stolen backup alone is not enough to guess passwords: copy it to another \
            place. Without it, sign-ins fail.
            """,
        subcommands: [KeysList.self, KeysRotate.self]
    )
}

struct KeysList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the keys by id and day, never their bytes.")

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var keyringOptions: KeyringOptions

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let path = try keyringOptions.path(storeOptions)
            let keys = try KeyringOptions.explaining { () throws(KeyringError) in try KeyringFile.read(path) }.keys
            guard !json else { return try Console.write(Self.document(path, keys)) }
            try Console.write(
                TextColumn.table([
                    TextColumn("key", keys.map(\.id), isText: true, minimum: 4),
                    TextColumn("created", keys.map { "\($0.createdOn)" }, isText: true, minimum: 10),
                    TextColumn("use", keys.indices.map { $0 == 0 ? "new and stored values" : "stored values" }, isText: true),
                ]))
        }
    }

    private static func document(_ path: String, _ keys: [KeyringKey]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("keyring", path)
                writer.member("keys", keys) { key, writer in
                    writer.member("id", key.id)
                    writer.member("created", "\(key.createdOn)")
                }
            }
        }
    }
}

struct KeysRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Add a key. Everything stored from then on uses it.",
        discussion: """
            The server takes the new key at its next start. The older keys stay in the file: \
            passwords and second factors move to the new key when their owners sign in. \
            Rotate the keys about once a year.
            """)

    @OptionGroup var keyringOptions: KeyringOptions

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let path = try keyringOptions.path(storeOptions)
            let today = Day(secondsSince1970: ProcessState.secondsSince1970)
            let keys = try KeyringOptions.explaining { () throws(KeyringError) in
                try KeyringFile.rotate(path, today: today)
            }.keys
            try Console.write("key \(keys[0].id) added to \(path), which now has \(keys.count.counted("key"))\n")
            Console.note("the server takes the new key at its next start")
            Console.note("the older keys stay: passwords and second factors need them until their owners have signed in again")
            Console.note("copy the file, apart from backups of the database: without it, sign-ins fail")
        }
    }
}
