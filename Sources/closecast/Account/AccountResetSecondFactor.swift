import ArgumentParser
import People

struct AccountResetSecondFactor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-second-factor",
        abstract: "Start the removal of a lost second factor, by mail.",
        discussion: """
            The account's owner, who lost the authenticator app and the recovery codes, gets a mail. They \
            confirm with its link and their password. The second factor is removed a day \
            later, unless they stop it.
            """)

    @OptionGroup var accountOptions: AccountOptions

    func run() async throws {
        try await reportingFailures {
            let person = try await accountOptions.administration().startSecondFactorRemoval(
                of: accountOptions.account, .commandLine)
            try Console.write("queued a mail to \(person.email) about removing the second factor\n")
            Console.note(QueuedMailText.note)
        }
    }
}
