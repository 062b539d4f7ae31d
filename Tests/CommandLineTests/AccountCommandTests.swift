import Foundation
import JSONText
import People
import Testing

@Suite struct AccountCommandTests {
    // MARK: Invitations

    @Test func theLinkOfAnInvitationIsPrintedOnceAndItsSecretIsNotStored() throws {
        let home = try Home()
        #expect(try home.done("account", "invitations").output.hasPrefix("no invitations"))
        #expect(!home.folder.exists("home"), "listing creates no database")
        let made = try home.done("account", "create", "Ann@example.com", "--operator", "--public-url", "https://example.com:8443/")
        let match = try #require(
            made.output.wholeMatch(of: /https:\/\/example\.com:8443\/invitation#(closecast_invitation_[0-9a-f]{64})\n/),
            "\(made.output)")
        let secret = String(match.1)
        #expect(made.words.contains("for Ann@example.com as operator. The link works once, until "))
        #expect(
            made.words.contains("curl -H 'Content-Type: application/json' -d @account.json https://example.com:8443/v1/accounts"))
        #expect(made.words.contains("closecast serve --accounts invite") && !made.words.contains(secret))
        #expect(try !SignedUpPeople(home: home).databaseContains(secret))
        #expect(try SignedUpPeople(home: home).databaseContains("Ann@example.com"), "the bytes are those of the database")

        let list = try home.done("account", "invitations", "--json")
        let invitation = try #require(try list.json["invitations"]?.array?.first)
        #expect(invitation["email"]?.string == "Ann@example.com" && invitation["role"]?.string == "operator")
        #expect(invitation["state"]?.string == "open")
        let id = try #require(invitation["id"]?.string)
        #expect(made.words.contains(id))
        let text = try home.done("account", "invitations").output
        #expect(text.contains(id) && !text.contains(secret) && !list.output.contains(secret))
    }

    @Test func anInvitedPersonIsNoOperator() async throws {
        let home = try Home()
        let made = try home.done("account", "invite", "bob@example.com")
        #expect(made.output.hasPrefix("http://127.0.0.1:8080/invitation#closecast_invitation_"))
        #expect(made.words.contains("for bob@example.com. The link works once"))
        let person = try await SignedUpPeople(home: home).accept(made.output, name: "Bob")
        #expect(person.role == .person && person.owner == person.id)
        #expect(try home.done("account", "invitations", "--json").json["invitations"]?.array?[0]["state"]?.string == "accepted")
        let again = try home.run("account", "invite", "BOB@example.com")
        #expect((again.status, again.output) == (65, ""))
        #expect(again.words.contains("there is an account with the address BOB@example.com already"))
    }

    @Test func aRevokedInvitationMakesNoAccount() async throws {
        let home = try Home()
        let link = try home.done("account", "invite", "bob@example.com").output
        let id = try #require(try home.done("account", "invitations", "--json").json["invitations"]?.array?[0]["id"]?.string)
        #expect(try home.done("account", "revoke-invitation", id).output == "invitation \(id) is revoked\n")
        await #expect(throws: PeopleError.unknownInvitation) { try await SignedUpPeople(home: home).accept(link) }
        let again = try home.run("account", "revoke-invitation", id)
        #expect(again.status == 66 && again.words.contains("no open invitation \(id); see closecast account invitations"))
        let pasted = try home.run("account", "revoke-invitation", String(link.dropLast()))
        #expect(pasted.status == 64 && !pasted.words.contains("closecast_invitation_"), "a secret is not repeated")
    }

    @Test func theLinkBeginsWithThePublicURLOfOptionThenEnvironment() throws {
        let home = try Home()
        let environment = ["CLOSECAST_PUBLIC_URL": "https://env.example.com"]
        let words = ["account", "invite", "bob@example.com"]
        #expect(try closecast(words, folder: home.folder, environment: environment).output.hasPrefix("https://env.example.com/inv"))
        let both = try closecast(words + ["--public-url", "http://[::1]:9000"], folder: home.folder, environment: environment)
        #expect(both.output.hasPrefix("http://[::1]:9000/invitation#"))
        let bad = try closecast(words, folder: home.folder, environment: ["CLOSECAST_PUBLIC_URL": "example.com"])
        #expect((bad.status, bad.output) == (64, ""))
        #expect(bad.words.contains("CLOSECAST_PUBLIC_URL: \"example.com\" is not a server's URL"))
    }

    // MARK: Taking over

    @Test func anAccountTakesOverTheDataOfTheCommandLineOnce() async throws {
        let home = try Home()
        try home.done("wallet", "create", "Main")
        let made = try home.done("account", "create", "ann@example.com", "--operator", "--take-over", "local")
        #expect(made.words.contains("as operator, with the data of local"))
        let person = try await SignedUpPeople(home: home).accept(made.output)
        #expect(person.owner == "local" && person.role == .operator)
        #expect(try home.done("wallet", "list", "--json").output.contains("Main"))
        let shown = try home.done("account", "show", "ann@example.com").output
        #expect(shown.contains("role           operator\n") && shown.contains("owner local"), "\(shown)")
        let second = try home.run("account", "create", "bob@example.com", "--take-over", "local")
        #expect((second.status, second.output) == (65, ""))
        #expect(second.words.contains("local belongs to an account already"))
    }

    // MARK: Listing

    @Test func accountsAreListedInTheOrderOfTheirCreation() async throws {
        let home = try Home()
        #expect(try home.done("account", "list").output.contains("closecast account create ADDRESS --operator"))
        #expect(try home.done("account", "list", "--json").json["accounts"]?.array == [])
        #expect(!home.folder.exists("home"))
        let people = SignedUpPeople(home: home)
        let ann = try await people.add("ann@example.com", "--operator")
        try await people.openSession(of: ann)
        try await people.add("bob@example.com", name: "Bob")
        let accounts = try #require(try home.done("account", "list", "--json").json["accounts"]?.array)
        #expect(accounts.map { $0["email"]?.string } == ["ann@example.com", "bob@example.com"])
        #expect(accounts.map { $0["role"]?.string } == ["operator", "person"])
        #expect(accounts.map { $0["sessions"]?.integer } == [1, 0])
        #expect(accounts.map { $0["state"]?.string } == ["active", "active"])
        let table = try home.done("account", "list")
        #expect(table.lines.count == 3 && table.lines[1].hasPrefix("ann@example.com  Ann"), "\(table.output)")
        #expect(!table.output.contains("k1:") && !table.output.contains(SignedUpPeople.password))
        #expect(try home.done("account", "list", "--search", "BOB").lines.count == 2)
        #expect(try home.done("account", "list", "--search", "%").output == "no accounts with \"%\" in the name or address\n")
    }

    @Test func anAccountIsShownByAddressOrIdWithItsEvents() async throws {
        let home = try Home()
        let person = try await SignedUpPeople(home: home).add("ann@example.com")
        let shown = try home.done("account", "show", "ANN@example.com").output
        #expect(shown.contains("address        ann@example.com\nid             \(person.id)\n"), "\(shown)")
        #expect(shown.contains("state          active\nsecond factor  off\n") && shown.contains("invitation-accepted"))
        #expect(!shown.contains("owner local"))
        let document = try home.done("account", "show", person.id, "--json").json
        #expect(document["id"]?.string == person.id && document["events"]?.array?[0]["event"]?.string == "invitation-accepted")
        #expect(document["events"]?.array?[0]["device"]?.string == "Firefox on Linux")
    }

    @Test func eventsNameTheirAccountAndNewestComeFirst() async throws {
        let home = try Home()
        #expect(try home.done("account", "events").output == "no events in the last 90 days\n")
        let people = SignedUpPeople(home: home)
        let ann = try await people.add("ann@example.com")
        try await people.add("bob@example.com")
        try home.done("account", "end-sessions", "ann@example.com")
        let all = try home.done("account", "events")
        #expect(all.lines.count == 6 && all.lines[1].contains("ann@example.com  sessions-ended"), "\(all.output)")
        #expect(all.lines[1].contains("command line, this machine"))
        let events = try #require(try home.done("account", "events", "ann@example.com", "--json").json["events"]?.array)
        #expect(events.map { $0["event"]?.string } == ["sessions-ended", "invitation-accepted"])
        #expect(events.allSatisfy { $0["account"]?.string == ann.id })
        #expect(try home.done("account", "events", "--limit", "1", "--json").json["events"]?.array?.count == 1)
    }

    @Test func textFromElsewhereDoesNotControlTheTerminal() async throws {
        let home = try Home()
        let people = SignedUpPeople(home: home)
        let bob = try await people.add("bob@example.com")
        try await people.lock(bob, reason: "\u{1B}[2Jred\nline")
        for words in [["show", "bob@example.com"], ["events"]] {
            let output = try closecast(["account"] + words, folder: home.folder).output
            #expect(output.contains("\u{FFFD}[2Jred\u{FFFD}line") && !output.contains("\u{1B}"), "\(output)")
        }
    }

    // MARK: Locks, sessions and resets

    @Test func aLockEndsSessionsAndNamesItsReason() async throws {
        let home = try Home()
        let people = SignedUpPeople(home: home)
        let bob = try await people.add("bob@example.com")
        try await people.openSession(of: bob)
        let locked = try home.done("account", "lock", "bob@example.com", "--reason", "terms violated").output
        #expect(locked.wholeMatch(of: /bob@example\.com is locked since \d{4}-\d\d-\d\d \d\d:\d\d UTC: terms violated\n/) != nil)
        let document = try home.done("account", "show", bob.id, "--json").json
        #expect(document["state"]?.string == "locked" && document["lock_reason"]?.string == "terms violated")
        #expect(document["sessions"]?.integer == 0)
        let again = try home.done("account", "lock", bob.id, "--reason", "spam")
        #expect(again.output == locked && again.words.contains("the first reason stays"))
        #expect(try home.done("account", "unlock", "bob@example.com").output == "bob@example.com is not locked\n")
        #expect(try home.done("account", "show", bob.id, "--json").json["state"]?.string == "active")
        #expect(try await people.mails(to: "bob@example.com") == [.accountLocked, .accountUnlocked])
    }

    @Test func theOnlyOperatorIsNeitherLockedNorDeletedWhileOthersHaveAccounts() async throws {
        let home = try Home()
        let people = SignedUpPeople(home: home)
        try await people.add("ann@example.com", "--operator")
        try await people.add("bob@example.com")
        for words in [["lock", "--reason", "test"], ["delete", "--yes"]] {
            let run = try closecast(["account", words[0], "ann@example.com"] + words.dropFirst(), folder: home.folder)
            #expect((run.status, run.output) == (65, ""))
            #expect(run.words.contains("closecast account create ADDRESS --operator"), "\(run.words)")
        }
        #expect(try home.done("account", "list").lines.count == 3)
    }

    @Test func sessionsEndAndAreCounted() async throws {
        let home = try Home()
        let people = SignedUpPeople(home: home)
        let ann = try await people.add("ann@example.com")
        for _ in 0..<2 { try await people.openSession(of: ann) }
        #expect(try home.done("account", "end-sessions", "ann@example.com").output == "2 sessions of ann@example.com ended\n")
        #expect(try home.done("account", "end-sessions", ann.id).output == "0 sessions of \(ann.id) ended\n")
    }

    @Test func aResetLinkIsPrintedOnceAndTheLastOneWorks() async throws {
        let home = try Home()
        let people = SignedUpPeople(home: home)
        let ann = try await people.add("ann@example.com")
        let first = try home.done("account", "reset", "ann@example.com")
        let match = try #require(
            first.output.wholeMatch(of: /http:\/\/127\.0\.0\.1:8080\/reset#(closecast_link_[0-9a-f]{64})\n/), "\(first.output)")
        #expect(try !people.databaseContains(String(match.1)) && !first.words.contains(match.1))
        #expect(first.words.contains("It works once, for 30 min") && first.words.contains("/v1/password-resets/completion"))
        #expect(!first.words.contains("\"code\""))
        #expect(try await people.owner(ofResetLink: first.output) == ann.id)
        try await people.setSecondFactor(of: ann)
        let second = try home.done("account", "reset", ann.id)
        #expect(second.words.contains("\"code\":\"123456\""))
        #expect(try await people.owner(ofResetLink: second.output) == ann.id)
        #expect(try await people.owner(ofResetLink: first.output) == nil)
        #expect(try await people.mails(to: "ann@example.com") == [])
    }

    @Test func aMailedResetPrintsNoLink() async throws {
        let home = try Home()
        let people = SignedUpPeople(home: home)
        try await people.add("ann@example.com")
        let run = try home.done("account", "reset", "ann@example.com", "--mail")
        #expect(run.output == "queued a mail to ann@example.com with a link for a new password\n")
        #expect(!run.words.contains("closecast_link_"))
        #expect(try await people.mails(to: "ann@example.com") == [.passwordReset])
    }

    @Test func theRemovalOfASecondFactorStartsWithAMail() async throws {
        let home = try Home()
        let people = SignedUpPeople(home: home)
        let ann = try await people.add("ann@example.com")
        let without = try home.run("account", "reset-second-factor", "ann@example.com")
        #expect(without.status == 65 && without.words.contains("this account has no second factor"))
        try await people.setSecondFactor(of: ann)
        let run = try home.done("account", "reset-second-factor", "ann@example.com")
        #expect(run.output == "queued a mail to ann@example.com about removing the second factor\n")
        #expect(try await people.mails(to: "ann@example.com") == [.secondFactorRemoval])
        #expect(try home.done("account", "show", ann.id).output.contains("second factor  on\n"), "it is not removed yet")
    }

    // MARK: Wrong input

    @Test(
        arguments: [
            (["create"], 64, "Missing expected argument '<address>'"),
            (["create", "ann"], 65, "\"ann\" is not an email address"),
            (["create", "ann@example.com", "--take-over", "nobody"], 66, "nothing is stored for an owner nobody"),
            (["create", "ann@example.com", "--public-url", "https://example.com//app"], 64, "is not a server's URL"),
            (["create", "ann@example.com", "--public-url", "ftp://example.com"], 64, "is not a server's URL"),
            (["invite", "ann@example.com", "--operator"], 64, "--operator"),
            (["show", "nobody@example.com"], 66, "no account nobody@example.com; see closecast account list"),
            (["events", "nobody@example.com"], 66, "no account nobody@example.com"),
            (["events", "--limit", "0"], 64, "--limit 0: expected 1-10000"),
            (["lock", "nobody@example.com"], 64, "--reason"),
            (["lock", "nobody@example.com", "--reason", ""], 64, "the reason has 0 characters; expected 1-200"),
            (["lock", "nobody@example.com", "--reason", "a\nb"], 64, "the reason contains the character U+000A"),
            (["lock", "nobody@example.com", "--reason", "test"], 66, "no account nobody@example.com"),
            (["unlock", "nobody@example.com"], 66, "no account"),
            (["end-sessions", "nobody@example.com"], 66, "no account"),
            (["reset", "nobody@example.com"], 66, "no account"),
            (["reset-second-factor", "nobody@example.com"], 66, "no account"),
            (["delete", "nobody@example.com", "--yes"], 66, "no account"),
            (["revoke-invitation", "i_0"], 66, "no open invitation i_0"),
        ] as [([String], Int32, String)]) func anErrorNamesTheRemedy(words: [String], status: Int32, says: String) throws
    {
        // Both without a database and with one.
        for home in [try Home(), try Home(["BTC": simulated(0)])] {
            let run = try closecast(["account"] + words, folder: home.folder)
            #expect(run.status == status && run.words.contains(says), "\(run.words)")
            #expect(run.output.isEmpty)
        }
    }
}
