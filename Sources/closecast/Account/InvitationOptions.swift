import ArgumentParser
import Market
import People
import Platform

/// Options shared by `account create` and `account invite`.
struct InvitationOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The email address of the account.", valueName: "address"))
    var address: String

    @OptionGroup var linkOptions: LinkOptions

    @OptionGroup var storeOptions: StoreOptions

    /// Makes an invitation, and prints its link: the only copy of its secret.
    ///
    /// - Parameter owner: the owner whose data the account takes over; nil for a new owner.
    /// - Throws: ``PeopleError/badEmail(_:)``, ``PeopleError/accountExists(_:)``, ``PeopleError/unknownOwner(_:)``,
    ///   ``PeopleError/ownerHasAccount(_:)``, a ``Failure``.
    func invite(_ role: Person.Role, takingOver owner: String?) async throws {
        // Checked before the database is opened, since opening creates it.
        let url = try linkOptions.url(database: storeOptions.path())
        _ = try EmailAddress(address)
        let made = try await storeOptions.openOrMake().accounts.makeInvitation(
            for: address, role, takingOver: owner, .commandLine)
        try Console.write("\(url.link(to: .invitation, made.secret))\n")
        let invitation = made.invitation
        Console.note(
            "invitation \(invitation.id) for \(invitation.email)" + (role == .operator ? " as operator" : "")
                + (owner.map { ", with the data of \($0)" } ?? "") + ". The link works once, until "
                + "\(MomentText.short(invitation.expiresAt)) UTC, and cannot be shown again.")
        Console.note(
            CurlText.request(
                "to accept it", "account.json",
                #"{"invitation":"closecast_invitation_…","name":"Ann","password":"…","accept_terms":true}"#,
                secret: "invitation", url: "\(url)/v1/accounts"))
        Console.note("the server must run with accounts: closecast serve --accounts invite")
    }
}
