import Market
import Platform

/// The keys of an installation and their file. The first key encrypts and signs new values; all keys can read stored values.
///
/// The file is separate from the database, so that neither a stolen database nor a stolen backup is enough to guess passwords.
package struct KeyringFile: Equatable, Sendable {
    /// The keys, newest first; at least one.
    package let keys: [KeyringKey]

    /// Creates a keyring of keys with different ids.
    init(keys: [KeyringKey]) { self.keys = keys }

    /// Reads a keyring.
    ///
    /// - Parameters:
    ///   - path: a file that only its owner can read, or a file in `credentialsFolder`.
    ///   - credentialsFolder: where systemd puts the credentials of the service. It grants the service access by an access
    ///     control list, which looks like a group's right to read.
    /// - Throws: ``KeyringError/missing(path:)``, ``KeyringError/openToOthers(path:mode:)``, ``KeyringError/notAFile(path:)``,
    ///   ``KeyringError/malformed(path:problem:)``, ``KeyringError/file(_:)``.
    package static func read(
        _ path: String, credentialsFolder: String? = ProcessState.environment("CREDENTIALS_DIRECTORY")
    ) throws(KeyringError) -> KeyringFile {
        try KeyringText.keyring(KeyringDisk.read(path, credentialsFolder: credentialsFolder), path: path)
    }

    /// Creates a keyring with one new key, of mode 0600, and waits until it is on disk. Missing folders are created with mode 0700.
    ///
    /// - Parameter number: the number in the id of the key. Random, so that the keyring of another database is recognized as such.
    /// - Throws: ``KeyringError/exists(path:)``, ``KeyringError/file(_:)``.
    package static func create(
        _ path: String, today: Day, number: Int = .random(in: 1...899_999), disk: Disk = .system
    ) throws(KeyringError) -> KeyringFile {
        do throws(FileError) { try Files.makeFolder(Files.folder(of: path), mode: 0o700) } catch { throw .file(error) }
        let keyring = KeyringFile(keys: [KeyringKey(number: number, createdOn: today)])
        try KeyringDisk(disk).locked(path) { (real) throws(KeyringError) in
            try KeyringDisk(disk).create(real, KeyringText.bytes(of: keyring))
        }
        return keyring
    }

    /// Reads a keyring, and creates it first if nothing is at the path.
    ///
    /// - Throws: as ``read(_:credentialsFolder:)`` and ``create(_:today:disk:)``, but neither `missing` nor `exists`.
    package static func readOrCreate(_ path: String, today: Day, disk: Disk = .system) throws(KeyringError) -> KeyringFile {
        if !Files.exists(path) {
            do throws(KeyringError) { return try create(path, today: today, disk: disk) } catch .exists {
                // Another process was faster; its keyring is used.
            }
        }
        return try read(path)
    }

    /// Adds a new first key to a keyring, and waits until it is on disk. The older keys stay, so that everything stored can still
    /// be read. The file keeps its owner.
    ///
    /// Running servers use the new key after they have read the file again.
    ///
    /// - Throws: as ``read(_:credentialsFolder:)``.
    package static func rotate(_ path: String, today: Day, disk: Disk = .system) throws(KeyringError) -> KeyringFile {
        // Before the lock, for the error of a missing file.
        _ = try read(path)
        return try KeyringDisk(disk).locked(path) { (real) throws(KeyringError) in
            let old = try read(real)
            let newest = old.keys.compactMap { KeyringKey.number(ofID: $0.id) }.max() ?? 0
            let new = KeyringFile(keys: [KeyringKey(number: newest + 1, createdOn: today)] + old.keys)
            try KeyringDisk(disk).replace(real, KeyringText.bytes(of: new))
            return new
        }
    }
}
