import ArgumentParser
import Market
import People
import Text

struct AccountLock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock", abstract: "Lock an account from its next request on. The owner is mailed the reason.",
        discussion: """
            EXAMPLES
              closecast account lock bob@example.com --reason "terms violated"

            All sessions end, and the account's tokens stop working until it is unlocked.
            """)

    @Option(help: ArgumentHelp("Why, in 1-200 characters. The account's owner reads it.", valueName: "text"), transform: reason)
    var reason: String

    @OptionGroup var accountOptions: AccountOptions

    private static func reason(_ text: String) throws -> String {
        guard (1...200).contains(text.unicodeScalars.count) else {
            throw ValidationError("the reason has \(text.unicodeScalars.count) characters; expected 1-200")
        }
        if let hidden = HiddenCharacter.first(in: text) {
            throw ValidationError("the reason contains the character \(HiddenCharacter.name(of: hidden)); leave it out")
        }
        return text
    }

    func run() async throws {
        try await reportingFailures {
            let person = try await accountOptions.administration().lock(accountOptions.account, reason: reason, .commandLine)
            guard let lock = person.lock else { preconditionFailure("a locked account has a lock") }
            try Console.write(
                "\(person.email) is locked since \(MomentText.short(lock.since)) UTC: \(AccountText.visible(lock.reason))\n")
            if lock.reason != reason { Console.note("it was locked before; the first reason stays") }
        }
    }
}

struct AccountUnlock: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unlock", abstract: "Unlock an account.")

    @OptionGroup var accountOptions: AccountOptions

    func run() async throws {
        try await reportingFailures {
            let person = try await accountOptions.administration().unlock(accountOptions.account, .commandLine)
            try Console.write("\(person.email) is not locked\n")
        }
    }
}
