import APIKit
import HTTPEdge
import HTTPTypes
import JSONText
import MarketData
import NIOCore
import People
import Platform
import Records
import Services
import Store
import Trading

/// The caller's account, over HTTP and for pages: profile and preferences, events, export and deletion.
package struct OwnAccountOperations: Sendable {
    package let show: TypedOperation<Nothing, Person>
    package let change: TypedOperation<AccountChange, Person>
    package let picture: TypedOperation<Nothing, Reply>
    package let setPicture, removePicture: TypedOperation<Nothing, Void>
    package let changeEmail: TypedOperation<MailedAddress, Void>
    package let verifyEmail: TypedOperation<MailedLink, Person>
    package let export: TypedOperation<Nothing, Reply>
    /// Returns when the account will be deleted, in seconds since 1970-01-01 UTC.
    package let scheduleDeletion: TypedOperation<AccountDeletion, Int>
    package let undoDeletion: TypedOperation<Nothing, Void>
    private let people: People

    package func add(to api: inout API) {
        api.add(show, change, picture, setPicture, removePicture, changeEmail, verifyEmail)
        api.add(Self.events, events)
        api.add(export, scheduleDeletion, undoDeletion)
    }

    package init(_ accounts: AccountParts, _ pictures: UploadedPictures, _ market: MarketData, _ trading: Trading) {
        let (people, path, tag) = (accounts.people, "/v1/account", "Account")
        self.people = people

        // MARK: Profile

        func account(_ note: String) -> TypedAnswer<Person> {
            .document(200, note, AccountDocuments.account)
        }
        show = TypedOperation(
            .get, path, id: "getAccount", tag: tag, "The caller's account.", need: .session(.any), answer: account("The account.")
        ) { _, call in try await people.profiles.person(call.standing.person) }
        change = TypedOperation(
            .patch, path, id: "changeAccount", tag: tag, "Changes the account's name and preferences.", need: .session(.full),
            .writeWithoutKey, example: #"{"name":"Ann","language":"it","quote_currency":"EUR","preferred_coin":"BTC"}"#,
            answer: account("The updated account.")
        ) { change, call in
            var coin: String??
            if let chosen = change.preferredCoin { coin = .some(try await chosen.id(in: market)) }
            return try await people.profiles.change(call.standing.person, change, coin: coin, call.client)
        }

        // MARK: Picture

        picture = TypedOperation(
            .get, "\(path)/picture", id: "getPicture", tag: tag, "The caller's picture, 256 pixels square.", need: .session(.any),
            refusals: [404: "The account has no picture."],
            answer: .of(.contents(200, "The picture.", [("image/jpeg", .any)])) { reply, _ in reply }
        ) { _, call in
            let jpeg = try await people.profiles.picture(of: call.standing.person)
            return Reply(.ok, ByteBuffer(bytes: jpeg), type: "image/jpeg").with(.cacheControl, "no-store")
        }
        setPicture = TypedOperation(
            .put, "\(path)/picture", id: "setPicture", tag: tag,
            "Sets the picture. It is decoded, turned upright, cut square, scaled to 256 pixels and re-encoded without metadata.",
            need: .session(.full), .writeWithoutKey, bytes: UploadedPictures.body,
            refusals: [422: "The body is not a picture of the declared type, or has too many pixels."],
            answer: .done("The picture is set.")
        ) { _, call in
            let jpeg = try await pictures.jpeg(of: call, .portrait)
            try await people.profiles.setPicture(jpeg, of: call.standing.person, call.client)
        }
        removePicture = TypedOperation(
            .delete, "\(path)/picture", id: "removePicture", tag: tag, "Removes the picture.", need: .session(.full),
            .writeWithoutKey, answer: .done("The picture is removed.")
        ) { _, call in try await people.profiles.setPicture(nil, of: call.standing.person, call.client) }

        // MARK: Address

        changeEmail = TypedOperation(
            .put, "\(path)/email", id: "changeEmail", tag: tag,
            "Mails a link to the new address and a notice to the current one. The address changes when the link is used.",
            need: .session(.fresh), .writeWithoutKey, example: #"{"email":"ann@example.org"}"#,
            answer: .document(202, "The answer is the same for every address.", AccountDocuments.mailed)
        ) { input, call in try await people.profiles.requestEmail(input.email, call.standing, call.client) }
        verifyEmail = TypedOperation(
            .post, "\(path)/email/verification", id: "verifyEmail", tag: tag,
            "Confirms the new address with the token of the mailed link. All other sessions end.", need: .session(.full),
            .writeWithoutKey,
            example: #"{"token":"closecast_link_0000000000000000000000000000000000000000000000000000000000000000"}"#,
            refusals: [422: "The link is unknown, used or expired."], answer: account("The account with its new address.")
        ) { link, call in try await people.profiles.verifyEmail(link.token, call.standing, call.client) }

        // MARK: Export

        let archive = AccountArchive(people: people, market: market, trading: trading)
        export = TypedOperation(
            .post, "\(path)/export", id: "exportAccount", tag: tag,
            "Exports all data of the caller as one ZIP file: account, wallets, transactions, favourites, simulated account, "
                + "verification with photos, messages and events. Once an hour.",
            need: .session(.fresh), .writeWithoutKey,
            refusals: [429: "The last export is less than an hour old; Retry-After says when to try again."],
            answer: .of(.contents(200, "The file.", [("application/zip", .any)], headers: ["Content-Disposition"])) { reply, _ in
                reply
            }
        ) { _, call in
            try await people.profiles.noteExport(call.standing, call.client)
            let bytes = try await archive.bytes(for: call.caller, call.standing)
            return Reply(.ok, ByteBuffer(bytes: bytes), type: "application/zip")
                .with(.contentDisposition, "attachment; filename=\"closecast-account.zip\"").with(.cacheControl, "no-store")
        }

        // MARK: The end

        scheduleDeletion = TypedOperation(
            .put, "\(path)/deletion", id: "deleteAccount", tag: tag,
            "Schedules the account and all its data for deletion in seven days; you can cancel until then. Other sessions and all "
                + "tokens end at once.",
            need: .session(.any), .writeWithoutKey, example: #"{"password":"grey otters nap at noon","email":"ann@example.com"}"#,
            refusals: [401: "The code is wrong or missing.", 403: "The password is wrong.", 409: "This is the only operator."],
            answer: .document(202, "The time of the deletion.", Document<Int>(nil, .moment("deleted_from") { $0 }))
        ) { input, call in
            try await people.deletions.schedule(
                call.standing, password: input.password, email: input.email, code: input.factor.code, call.client)
        }
        undoDeletion = TypedOperation(
            .delete, "\(path)/deletion", id: "keepAccount", tag: tag, "Cancels the deletion.", need: .session(.any),
            .writeWithoutKey, refusals: [404: "No deletion is scheduled."], answer: .done("The account stays.")
        ) { _, call in try await people.deletions.undo(call.standing, call.client) }
    }

    // MARK: Events

    private static let events = Operation(
        .get, "/v1/account/events", id: "listEvents", tag: "Account",
        "Events of the account in the last 90 days, newest first.", need: .session(.any),
        parameters: Pagination.parameters,
        answers: [.json(200, "A page of events.", Pagination.schema(of: AccountDocuments.event.schema))])

    private func events(_ call: Call) async throws -> Reply {
        try await EventPage.reply(call, AccountDocuments.event) { before, limit in
            try await people.profiles.events(of: call.standing.person, before: before, limit: limit)
        }
    }
}

extension AccountChange.Coin {
    /// Returns the id of the asset; nil for none.
    fileprivate func id(in market: MarketData) async throws -> String? {
        guard let name else { return nil }
        do {
            return "\(try await market.directory.asset(name).id)"
        } catch is AssetError {
            throw Problem.invalid(
                "/preferred_coin", value: .string(name), accepted: "the ticker or id of an asset; GET /v1/assets lists them")
        }
    }
}

/// A page of events, whose cursor is the id of the last one.
enum EventPage {
    static func reply(
        _ call: Call, _ document: Document<SecurityEvent>,
        _ read: (_ before: Int64?, _ limit: Int) async throws -> [SecurityEvent]
    ) async throws -> Reply {
        let before = try Pagination.key(call) { Int64($0) }
        let page = try await Page(limit: Pagination.limit(call)) { try await read(before, $0) }
        return Pagination.reply(page, of: document) { "\($0.id)" }
    }
}
