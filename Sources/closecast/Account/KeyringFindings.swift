import Keyrings
import Market
import Platform
import Storage

/// The findings of `doctor` about the keyring.
enum KeyringFindings {
    /// - Parameter keysInUse: the ids of keys that stored passwords need.
    static func findings(_ path: String, keysInUse: [String]) -> [Finding] {
        let remedy = "restore it from your copy of the keys, or name it: closecast doctor --keyring FILE"
        do throws(KeyringError) {
            let keys = Set(try KeyringFile.read(path).keys.map(\.id))
            return keysInUse.filter { !keys.contains($0) }.map { key in
                Finding(.error, "stored passwords need the key \(key), which is not in the keyring \(path)", remedy: remedy)
            }
        } catch .missing {
            guard !keysInUse.isEmpty else { return [] }
            return [Finding(.error, "stored passwords need the keyring \(path), which does not exist", remedy: remedy)]
        } catch .openToOthers(let path, let mode) {
            let what = "other users can read the keyring \(path) (mode \(Files.modeText(mode)))"
            return [Finding(.error, what, remedy: Files.permissionCommand("600", path))]
        } catch {
            // The message names the remedy.
            return [Finding(.error, error.description, remedy: "")]
        }
    }
}
