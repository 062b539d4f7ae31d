import ArgumentParser
import Market
import Text

struct AccountEndSessions: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "end-sessions", abstract: "End all sessions of an account. Its tokens keep working.")

    @OptionGroup var accountOptions: AccountOptions

    func run() async throws {
        try await reportingFailures {
            let count = try await accountOptions.administration().endSessions(of: accountOptions.account, .commandLine)
            try Console.write("\(count.counted("session")) of \(accountOptions.account) ended\n")
        }
    }
}
