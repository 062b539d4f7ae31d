import Access
import Market
import Notices

/// A person's profile and preferences: name, language, currency, picture, address.
package struct Profiles: Sendable {
    let parts: PeopleParts

    package func person(_ id: String) async throws -> Person {
        guard let person = try await parts.read({ try $0.person(id: id) }) else { throw PeopleError.sessionOver }
        return person
    }

    /// The id of the account that has an owner's data; nil if there is none.
    package func person(ofOwner owner: String) async throws -> String? { try await parts.read { try $0.person(owner: owner)?.id } }

    /// - Parameter coin: the id of the asset that is shown first; nil leaves it as it is, and an inner nil removes it.
    /// - Throws: ``PeopleError/badName(reason:)``, ``PeopleError/badChoice(name:value:accepted:)``.
    package func change(_ id: String, _ new: AccountChange, coin: String??, _ client: Client) async throws -> Person {
        if let currency = new.quoteCurrency, CurrencyTable.index(of: currency) == nil {
            throw PeopleError.badChoice(name: "quote_currency", value: currency, accepted: "a code of ISO 4217, such as EUR")
        }
        if let zone = new.timeZone, !Person.Choices.isTimeZone(zone) {
            throw PeopleError.badChoice(name: "time_zone", value: zone, accepted: "a name such as Europe/Rome")
        }
        let name = try new.name.map { text throws(PeopleError) in try PersonName.checked(text) }
        return try await parts.change(client) { change in
            guard var person = try change.records.person(id: id) else { throw PeopleError.sessionOver }
            if let name { person.name = name }
            if let language = new.language { person.choices.language = language }
            if let currency = new.quoteCurrency { person.choices.quoteCurrency = currency }
            if let coin { person.choices.preferredCoin = coin }
            if let appearance = new.appearance { person.choices.appearance = appearance }
            if let zone = new.timeZone { person.choices.timeZone = zone }
            try change.records.update(person)
            return person
        }
    }

    // MARK: Picture

    /// - Throws: ``PeopleError/noPicture``.
    package func picture(of person: String) async throws -> [UInt8] {
        guard let picture = try await parts.read({ try $0.picture(of: person) }) else { throw PeopleError.noPicture }
        return picture
    }

    /// Takes the permission to set a picture, before it is decoded.
    ///
    /// - Throws: ``PeopleError/tooManyAttempts(retryAfterSeconds:)``.
    package func beginPicture(of id: String, _ client: Client) async throws {
        let wait = try await parts.change(client) { try $0.take($0.rules.pictures(of: id)) }
        if let wait { throw PeopleError.tooManyAttempts(retryAfterSeconds: wait) }
    }

    /// Gives the permission back for a picture that the server did not read.
    package func endUnreadPicture(of id: String, _ client: Client) async throws {
        try await parts.change(client) { try $0.giveBack([$0.rules.pictures(of: id)]) }
    }

    /// - Parameter jpeg: the re-encoded picture; nil removes the present one.
    package func setPicture(_ jpeg: [UInt8]?, of id: String, _ client: Client) async throws {
        try await parts.change(client) { change in
            guard try change.records.person(id: id) != nil else { throw PeopleError.sessionOver }
            try change.records.setPicture(jpeg, of: id)
        }
    }

    // MARK: Address

    /// Mails a link to a new address, and a notice to the present one. Only the mail says whether another account has the address.
    ///
    /// - Throws: ``PeopleError/badEmail(_:)``, ``PeopleError/tooManyMails(retryAfterSeconds:)``.
    package func requestEmail(_ text: String, _ standing: SessionStanding, _ client: Client) async throws {
        let email = try EmailAddress(text)
        let wait = try await parts.change(client) { change in
            guard let person = try change.records.person(id: standing.person) else { throw PeopleError.sessionOver }
            guard email != person.email else {
                throw PeopleError.badChoice(name: "email", value: email.text, accepted: "another address than the present one")
            }
            if let seconds = try change.takeMail(to: email, isSent: true) { return seconds as Int? }
            try change.note(.emailChangeRequested, of: person.id)
            // Links of every earlier request, in both cases: a remaining one would show whether the new address has an account.
            try change.records.removeLinks(.emailChange, of: person.id)
            try change.records.removeNotices(.emailChange, of: person.id)
            try change.notify(.emailChanging, to: person, ["address": email.text])
            if let other = try change.records.person(email: email.key), other.id != person.id {
                try change.notify(.addressInUse, to: other)
            } else {
                // The owner of this address has not agreed to mail: a name can be any text, such as an advertisement with a link.
                try change.notify(.emailChange, subject: person.id, to: email, name: "", language: person.choices.language)
            }
            return nil
        }
        if let wait { throw PeopleError.tooManyMails(retryAfterSeconds: wait) }
    }

    /// Replaces the address with the one that a mailed link has verified.
    ///
    /// - Throws: ``PeopleError/unknownLink``, also for another person's link.
    package func verifyEmail(_ token: String, _ standing: SessionStanding, _ client: Client) async throws -> Person {
        guard let hash = Secret(.link, parsing: token)?.hash else { throw PeopleError.unknownLink }
        return try await parts.change(client) { change in
            guard let link = try change.records.link(hash: hash), link.purpose == .emailChange, change.now < link.expiresAt,
                link.subject == standing.person, let text = link.email,
                var person = try change.records.person(id: link.subject)
            else { throw PeopleError.unknownLink }
            let email = try EmailAddress(text)
            let other = try change.records.person(email: email.key)
            guard other == nil || other?.id == person.id else { throw PeopleError.unknownLink }
            try change.notify(.emailChanged, to: person)
            person.email = email
            try change.records.update(person)
            try change.records.removeLinks(.emailChange, of: person.id)
            try change.records.removeLinks(.passwordReset, of: person.id)
            try change.records.removeLinks(.secondFactorRemoval, of: person.id)
            try change.endSessions(of: person.id, but: standing.session)
            try change.note(.emailChanged, of: person.id)
            return person
        }
    }

    // MARK: Events

    /// The events of an account, newest first.
    package func events(of person: String, before: Int64?, limit: Int) async throws -> [SecurityEvent] {
        try await parts.read { try $0.events(of: person, before: before, limit: limit) }
    }

    /// Takes the permission for an export: one an hour.
    ///
    /// - Throws: ``PeopleError/tooManyAttempts(retryAfterSeconds:)``.
    package func noteExport(_ standing: SessionStanding, _ client: Client) async throws {
        let wait = try await parts.change(client) { change in
            let wait = try change.take(change.rules.exports(of: standing.person))
            if wait == nil { try change.note(.exported, of: standing.person) }
            return wait
        }
        if let wait { throw PeopleError.tooManyAttempts(retryAfterSeconds: wait) }
    }
}
