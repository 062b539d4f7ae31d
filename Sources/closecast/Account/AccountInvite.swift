import ArgumentParser
import People

struct AccountInvite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Invite a person: print a sign-up link.",
        discussion: """
            EXAMPLES
              closecast account invite bob@example.com --public-url https://example.com

            The command sends no mail: hand the link over yourself.
            """)

    @OptionGroup var invitationOptions: InvitationOptions

    func run() async throws { try await reportingFailures { try await invitationOptions.invite(.person, takingOver: nil) } }
}
