import ArgumentParser
import Keyrings
import Platform

/// The option for the keyring's location.
struct KeyringOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The keyring (default: $CLOSECAST_KEYRING, else the database's path with .keys).", valueName: "file"),
        completion: .file(extensions: ["keys"]))
    var keyring: String?

    func path(_ storeOptions: StoreOptions) throws(Failure) -> String {
        if let keyring { return keyring }
        return Self.path(beside: try storeOptions.path())
    }

    /// Returns the path where the server of a database keeps the keyring, unless a configuration file names another path.
    static func path(beside database: String) -> String { ProcessState.environment("CLOSECAST_KEYRING") ?? database + ".keys" }

    /// Calls `body`, and adds to the error of a missing keyring how to make a new one.
    static func explaining<Value>(_ body: () throws(KeyringError) -> Value) throws(Failure) -> Value {
        do throws(KeyringError) {
            return try body()
        } catch .missing(let path) {
            throw Failure(
                """
                no keyring at \(path)
                If accounts exist, restore it from your copy of the keys, or name it: --keyring FILE
                Otherwise the server makes it: closecast serve --accounts invite
                """, .noInput)
        } catch {
            throw Failure(error)
        }
    }
}
