import ArgumentParser
import People

struct AccountCreate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create an account: print a link with which its owner chooses a password.",
        discussion: """
            EXAMPLES
              closecast account create ann@example.com --operator --take-over local
              closecast account create bob@example.com > bob.link

            The account is created when the link is used. This works with every setting \
            of the server's --accounts except off, closed included.

            --take-over local gives the account the wallets that the command line has. The \
            command line keeps working on them.
            """)

    @Flag(help: "The account may manage other accounts and change market data. It needs a second factor.")
    var `operator` = false

    @Option(help: ArgumentHelp("The owner whose data the account takes over: local, or the owner of tokens.", valueName: "owner"))
    var takeOver: String?

    @OptionGroup var invitationOptions: InvitationOptions

    func run() async throws {
        try await reportingFailures { try await invitationOptions.invite(`operator` ? .operator : .person, takingOver: takeOver) }
    }
}
