import APIKit
import HTMLTemplates
import PageKit
import Services

extension Page.Place {
    static let profile = Self(name: "profile", group: .more, icon: "user", audience: .onePerson)
}

extension Face {
    /// What a person writes about themselves.
    package static let profile = Face(
        operations: { parts, api in parts.profileOperations.add(to: &api) }, places: [.profile],
        pages: { site, pages in
            OwnProfilePages(operations: site.server.profileOperations, hasAccounts: site.server.accounts != nil).add(to: &pages)
        })
}

/// The profile of the person of a server without accounts. With accounts it is part of the account's page; see ``ProfilePages``.
package struct OwnProfilePages: Sendable {
    let operations: ProfileOperations
    let hasAccounts: Bool

    private static let path = Page.Place.profile.path
    private static let picture = "\(path)/picture"
    private static let saved = "\(path)?done=saved"

    func add(to pages: inout PageList) {
        guard !hasAccounts else { return pages.get(Self.path, .scope(.read)) { _ in .redirect(Page.Place.account.path) } }
        pages.get(Self.path, .scope(.read)) { .page(try await page($0)) }
        pages.post(Self.path, .scope(.write), change)
        pages.post(Self.picture, .scope(.write), maximumBytes: 11 << 20, setPicture)
        pages.post("\(Self.picture)/removal", .scope(.write), operations.removePicture.form(to: Self.saved))
    }

    /// - Parameters:
    ///   - details: what is wrong with the form of the details.
    ///   - picture: what is wrong with the picture.
    private func page(
        _ visit: Visit, details: FormErrors = FormErrors(), typed: Fields? = nil, picture: FormErrors = FormErrors()
    ) async throws -> Page {
        let profile = try await visit.perform(operations.show)
        let card = DetailsForm(Self.path, profile, visit).card((details, typed))
        let values = OwnPicture(Self.picture, profile).values(visit, picture)
        return Page(
            "profile", title: Page.Place.profile.label(visit.words), place: .profile, scripts: ["account"],
            values.merging(["cards": .list([card.values])]) { $1 }
        ).with(details.isEmpty ? picture : details)
    }

    private func change(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        if let errors = try await DetailsForm.send(fields, to: operations.set, visit) {
            return .page(try await page(visit, details: errors, typed: fields))
        }
        return .redirect(Self.saved)
    }

    private func setPicture(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        if let errors = try await OwnPicture.send(fields, to: operations.setPicture, visit) {
            return .page(try await page(visit, picture: errors))
        }
        return .redirect(Self.saved)
    }
}
