import Keyrings
import Market
import Platform
import Storage

/// What `doctor` finds about the keyring.
enum KeyringFindings {
    /// - Parameter accounts: how many accounts the database has.
    static func findings(_ path: String, accounts: Int) -> [Finding] {
        do throws(KeyringError) {
            _ = try KeyringFile.read(path)
            return []
        } catch .missing {
            guard accounts > 0 else { return [] }
            let remedy = "restore it from your copy of the keys, or name it: closecast doctor --keyring FILE"
            let what = "\(accounts.counted("account needs", "accounts need")) the keyring \(path), which does not exist"
            return [Finding(.error, what, remedy: remedy)]
        } catch .openToOthers(let path, let mode) {
            let what = "others than its owner have access to the keyring \(path) (mode \(Files.modeText(mode)))"
            return [Finding(.error, what, remedy: "chmod 600 \(path)")]
        } catch {
            // The message names the remedy.
            return [Finding(.error, error.description, remedy: "")]
        }
    }
}
