import Keyrings
import Market
import Platform
import Scratch
import Secrets

/// Parameters and keys of tests.
enum Cheap {
    static let argon2 = Argon2(memoryKiB: 8, passes: 1)
    static let today = Day(iso: "2026-11-22")!

    static func hasher(threads: Int = 1, maximumWaiting: Int = 16) -> PasswordHasher {
        PasswordHasher(parameters: argon2, threads: threads, maximumWaiting: maximumWaiting)
    }
}

extension PasswordHasher {
    func hash(_ input: [UInt8]) async throws(HashingError) -> String { try await hash(SecretBytes(input)) }

    func verify(_ input: [UInt8], against stored: String) async throws(HashingError) -> Bool {
        try await verify(SecretBytes(input), against: stored)
    }
}

extension Scratch {
    /// The keyring at a path, rotated a number of times. A new one starts with the key `k1`.
    func keyring(_ name: String = "keyring.json", rotations: Int = 0) throws -> Keyring {
        var keyring = Keyring(
            Files.exists(self(name)) ? try .read(self(name)) : try .create(self(name), today: Cheap.today, number: 1))
        for _ in 0..<rotations { keyring = Keyring(try KeyringFile.rotate(self(name), today: Cheap.today)) }
        return keyring
    }
}
