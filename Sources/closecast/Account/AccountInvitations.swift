import ArgumentParser
import JSONText
import Market
import People
import Platform

struct AccountInvitations: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "invitations", abstract: "List invitations, the newest first.")

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let invitations = try await storeOptions.openIfThere()?.accounts.invitations() ?? []
            let now = ProcessState.secondsSince1970
            guard !json else { return try Console.write(Self.document(invitations, now)) }
            guard !invitations.isEmpty else {
                return try Console.write("no invitations; make one: closecast account invite ADDRESS\n")
            }
            try Console.write(Self.table(invitations, now))
        }
    }

    private static func table(_ invitations: [Invitation], _ now: Int) -> String {
        TextColumn.table([
            TextColumn("id", invitations.map(\.id), isText: true),
            TextColumn("address", invitations.map(\.email.text), isText: true),
            TextColumn("role", invitations.map(\.role.rawValue), isText: true),
            TextColumn("state", invitations.map { $0.state(at: now).rawValue }, isText: true),
            TextColumn("created (UTC)", invitations.map { MomentText.short($0.createdAt) }),
            TextColumn("expires (UTC)", invitations.map { MomentText.short($0.expiresAt) }),
        ])
    }

    private static func document(_ invitations: [Invitation], _ now: Int) -> String {
        JSONWriter.document { writer in
            writer.object { writer in
                writer.member("invitations", invitations) { AccountDocuments.invitation.write(($0, now), &$1) }
            }
        }
    }
}
