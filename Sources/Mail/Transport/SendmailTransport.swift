import Glibc
import Platform

/// Hands mails to a program with the options of sendmail, such as msmtp, Postfix or Exim: `PROGRAM -i -f FROM -- RECIPIENT`, without
/// a shell, with the mail on its standard input.
package final class SendmailTransport: MailTransport {
    private let program: String
    private let timeoutSeconds: Double
    private let thread = DeliveryThread(name: "sendmail")

    /// - Parameters:
    ///   - program: its path.
    ///   - timeoutSeconds: after this time, the program and its children are killed.
    package init(program: String, timeoutSeconds: Double = 60) { (self.program, self.timeoutSeconds) = (program, timeoutSeconds) }

    package func send(_ mail: MailMessage) async throws(MailError) {
        if let error = await thread.run({ [self] in deliver(mail) }) { throw error }
    }

    private func deliver(_ mail: MailMessage) -> MailError? {
        let arguments = ["-i", "-f", mail.sender.text, "--", mail.recipient.text]
        // Programs on the same machine expect the machine's line ends.
        let input = mail.bytes.filter { $0 != 0x0D }
        do throws(FileError) {
            let child = try SpawnedProgram(program, arguments, input: input)
            guard let end = child.wait(seconds: timeoutSeconds) else {
                return .programTimedOut(path: program, seconds: Int(timeoutSeconds.rounded(.up)))
            }
            switch end {
            case .exited(0): return nil
            case .exited(let status): return .programRefused(path: program, status: Int(status))
            case .killed, .unknown: return .programRefused(path: program, status: nil)
            }
        } catch {
            return .programFailed(path: program, reason: String(cString: strerror(error.code)))
        }
    }
}
