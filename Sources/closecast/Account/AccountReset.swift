import ArgumentParser
import People

struct AccountReset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Print or mail a link for setting a new password.",
        discussion: """
            EXAMPLES
              closecast account reset bob@example.com
              closecast account reset bob@example.com --mail

            Anyone who has the link can set the password, so give it only to that person. An account \
            with a second factor asks for its code too.
            """)

    @Flag(help: "Mail the link, instead of printing it. The server sends it.")
    var mail = false

    @OptionGroup var linkOptions: LinkOptions

    @OptionGroup var accountOptions: AccountOptions

    func run() async throws {
        try await reportingFailures {
            let url = try linkOptions.url(database: accountOptions.storeOptions.path())
            let administration = try accountOptions.administration()
            guard !mail else {
                let person = try await administration.startReset(of: accountOptions.account, .commandLine)
                try Console.write("queued a mail to \(person.email) with a link for a new password\n")
                return Console.note(QueuedMailText.note)
            }
            let (person, secret) = try await administration.makeResetLink(of: accountOptions.account, .commandLine)
            try Console.write("\(url.link(to: .passwordReset, secret))\n")
            Self.explain(person, url)
        }
    }

    private static func explain(_ person: Person, _ url: PublicURL) {
        Console.note(
            "the link sets a new password for \(person.email). It works once, for "
                + "\(PeopleText.duration(PeopleRules().resetSeconds)), and cannot be shown again. Links from before no longer work."
        )
        let code = person.hasSecondFactor ? #","code":"123456""# : ""
        Console.note(
            CurlText.request(
                "to use it", "reset.json",
                #"{"token":"closecast_link_…","password":"…","password_again":"…"\#(code)}"#,
                secret: "token", url: "\(url)/v1/password-resets/completion"))
    }
}

/// Texts about mails that the command line puts into the queue.
enum QueuedMailText {
    static let note = "the server sends it while it runs with accounts and mail, and creates the link then"
}
