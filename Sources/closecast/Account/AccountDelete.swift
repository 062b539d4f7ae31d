import Access
import ArgumentParser
import Glibc
import Market
import People
import Platform
import Text

struct AccountDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete an account with all its data, at once.",
        discussion: """
            EXAMPLES
              closecast account delete bob@example.com
              closecast account delete bob@example.com --yes

            The command asks for the address again. It deletes wallets, transactions, \
            favourites, tokens, events and batch jobs of the account; for the account that \
            took over local, those of the command line. Backups keep what they contain.
            """)

    @Flag(help: "Do not ask.")
    var yes = false

    @OptionGroup var accountOptions: AccountOptions

    func run() async throws {
        try await reportingFailures {
            let administration = try accountOptions.administration()
            let person = try await administration.show(accountOptions.account).person
            if !yes { try Self.ask(about: person) }
            // By id: the address may have passed to another account meanwhile.
            _ = try await administration.delete(person.id, .commandLine)
            try Console.write("\(person.email) is deleted, with all its data\n")
            try removeJobs(of: person.owner)
            Console.note("backups from before still contain the account")
        }
    }

    /// - Throws: a ``Failure`` if the address is not typed.
    private static func ask(about person: Person) throws(Failure) {
        let data = person.owner == Owner.local ? "all wallets of the command line" : "all its wallets"
        Console.writeError("This deletes the account \(person.email) and \(data), for good.\nType the address to confirm: ")
        let typed = readLine() ?? ""
        guard typed.lowercased() == person.email.key else {
            throw Failure(
                (typed.isEmpty ? "no address was typed" : "\"\(typed.prefix(100))\" is another address")
                    + "; nothing was deleted (--yes skips this question)", .data)
        }
    }

    private func removeJobs(of owner: String) throws {
        let jobs = OwnedJobs(folder: try OwnedJobs.folder(beside: accountOptions.storeOptions.path()), owner: owner)
        let left = try jobs.remove()
        guard !left.isEmpty else { return }
        Console.note(
            "a server uses \(jobs.folder), so \(left.count.counted("batch job")) of the account stay there until the server "
                + "removes them, a week after they ended. To remove them now, stop the server and run:\n  rm -r "
                + left.map { "'\($0)'" }.joined(separator: " "))
    }
}
