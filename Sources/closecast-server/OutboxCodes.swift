import Dispatch
import Identity
import Languages
import Market
import Platform

/// Writes messages for telephones to a folder, one file each, because there is no way to send them here. Only the folder's owner
/// can read them.
package struct OutboxCodes: CodeSender {
    private let folder: String
    private let now: @Sendable () -> Int
    private let queue = DispatchQueue(label: "closecast.codes")

    /// - Parameter folder: it is created if it is missing.
    package init(folder: String, now: @escaping @Sendable () -> Int) { (self.folder, self.now) = (folder, now) }

    /// Writes `20260102T030405Z-phone-code-ID.txt`: the number, an empty line, and the message.
    package func send(_ message: CodeMessage) async throws {
        let time = MomentText.iso(now()).filter { $0 != "-" && $0 != ":" }
        let path = "\(folder)/\(time)-phone-code-\(RandomID.hexadecimal(digits: 8)).txt"
        let text = "To: \(message.phone.text)\n\n\(Self.text(message))\n"
        let result: Result<Void, FileError> = await withCheckedContinuation { continuation in
            queue.async { [folder] in
                do throws(FileError) {
                    try Files.makeFolder(folder, mode: 0o700)
                    try Disk.system.replace(path, with: Array(text.utf8), mode: 0o600)
                    continuation.resume(returning: .success(()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        try result.get()
    }

    private static func text(_ message: CodeMessage) -> String {
        let (code, minutes) = (message.code, message.minutes)
        return switch Language(rawValue: message.language) ?? .english {
        case .english:
            "\(code) is your Closecast code. It works for \(minutes) minutes. Do not share it: we never ask for it. Simulated money only."
        case .italian:
            "\(code) è il tuo codice Closecast. Vale \(minutes) minuti. Non dirlo a nessuno: noi non lo chiediamo mai. Solo denaro simulato."
        case .russian:
            "\(code) — ваш код Closecast. Срок действия — \(minutes) мин. Никому его не сообщайте: мы никогда его не спрашиваем. "
                + "Деньги здесь учебные."
        case .kazakh:
            "\(code) — Closecast кодыңыз. Ол \(minutes) минут жарамды. Оны ешкімге айтпаңыз: біз оны ешқашан сұрамаймыз. "
                + "Мұндағы ақша — шартты."
        }
    }
}
