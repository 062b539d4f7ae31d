import Access
import HTTPEdge
import HTTPTypes
import JSONText
import Market
import MarketData
import NIOCore
import People

/// The caller's account: profile and preferences, events, export and deletion.
struct AccountController: Sendable {
    let parts: AccountParts
    let archive: AccountArchive

    private var people: People { parts.people }

    func add(to api: inout API) {
        api.add(Self.show, show)
        api.add(Self.change, change)
        api.add(Self.picture, picture)
        api.add(Self.setPicture, setPicture)
        api.add(Self.removePicture, removePicture)
        api.add(Self.changeEmail, changeEmail)
        api.add(Self.verifyEmail, verifyEmail)
        api.add(Self.events, events)
        api.add(Self.export, export)
        api.add(Self.scheduleDeletion, scheduleDeletion)
        api.add(Self.undoDeletion, undoDeletion)
    }

    // MARK: Profile

    private static let show = Operation(
        .get, "/v1/account", id: "getAccount", tag: "Account", "The caller's account.", need: .session(.any),
        answers: [.json(200, "The account.", AccountSchemas.account)])

    private func show(_ call: Call) async throws -> Reply {
        Self.reply(try await people.profiles.person(call.standing.person))
    }

    private static func reply(_ person: Person) -> Reply {
        Reply { AccountJSON.account(person, &$0) }.with(.cacheControl, "no-store")
    }

    private static let change = Operation(
        .patch, "/v1/account", id: "changeAccount", tag: "Account", "Changes the account's name and preferences.",
        need: .session(.full),
        body: .json(
            .named(
                "AccountChange",
                .object([
                    .optional("name", AccountSchemas.name), .optional("language", AccountSchemas.language),
                    .optional("quote_currency", AccountSchemas.quoteCurrency),
                    .optional("preferred_coin", .nullable(.assetName), "A ticker or id; null for none."),
                    .optional("appearance", AccountSchemas.appearance), .optional("time_zone", AccountSchemas.timeZone),
                ]))
        ).showing(#"{"name":"Ann","language":"it","quote_currency":"EUR","preferred_coin":"BTC"}"#),
        answers: [.json(200, "The updated account.", AccountSchemas.account)])

    private func change(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        var change = Profiles.Change()
        change.name = try body.optional("name", .text)
        change.language = try body.optional("language", .choice)
        change.quoteCurrency = try body.optional("quote_currency", .text)
        change.appearance = try body.optional("appearance", .choice)
        change.timeZone = try body.optional("time_zone", .text)
        if let coin = call.body["preferred_coin"] { change.preferredCoin = .some(try await preferredCoin(coin)) }
        return Self.reply(try await people.profiles.change(call.standing.person, change, call.client))
    }

    /// Returns the id of an asset; nil for null.
    private func preferredCoin(_ value: JSONValue) async throws -> String? {
        guard let name = value.string else { return nil }
        do {
            return "\(try await archive.market.directory.asset(name).id)"
        } catch is AssetError {
            throw Problem.invalid(
                "/preferred_coin", value: value, accepted: "the ticker or id of an asset; GET /v1/assets lists them")
        }
    }

    // MARK: Picture

    private static let picture = Operation(
        .get, "/v1/account/picture", id: "getPicture", tag: "Account", "The caller's picture, 256 pixels square.",
        need: .session(.any),
        answers: [.contents(200, "The picture.", [("image/jpeg", .any)]), .problem(404, "The account has no picture.")])

    private func picture(_ call: Call) async throws -> Reply {
        let jpeg = try await people.profiles.picture(of: call.standing.person)
        return Reply(.ok, ByteBuffer(bytes: jpeg), type: "image/jpeg").with(.cacheControl, "no-store")
    }

    private static let setPicture = Operation(
        .put, "/v1/account/picture", id: "setPicture", tag: "Account",
        "Sets the picture. It is decoded, turned upright, cut square, scaled to 256 pixels and re-encoded without metadata.",
        need: .session(.full),
        body: .bytes([("image/jpeg", .any), ("image/png", .any), ("image/webp", .any)], maximumBytes: 10 << 20),
        answers: [
            .empty(204, "The picture is set."),
            .problem(422, "The body is not a picture of the declared type, or has too many pixels."),
        ])

    private func setPicture(_ call: Call) async throws -> Reply {
        let jpeg = try await parts.picture(of: call, .portrait)
        try await people.profiles.setPicture(jpeg, of: call.standing.person, call.client)
        return .nothing
    }

    private static let removePicture = Operation(
        .delete, "/v1/account/picture", id: "removePicture", tag: "Account", "Removes the picture.", need: .session(.full),
        answers: [.empty(204, "The picture is removed.")])

    private func removePicture(_ call: Call) async throws -> Reply {
        try await people.profiles.setPicture(nil, of: call.standing.person, call.client)
        return .nothing
    }

    // MARK: Address

    private static let changeEmail = Operation(
        .put, "/v1/account/email", id: "changeEmail", tag: "Account",
        "Mails a link to the new address and a notice to the current one. The address changes when the link is used.",
        need: .session(.fresh),
        body: .json(.object([.init("email", AccountSchemas.email)])).showing(#"{"email":"ann@example.org"}"#),
        answers: [.json(202, "The answer is the same for every address.", .object([.init("mailed", .boolean)]))])

    private func changeEmail(_ call: Call) async throws -> Reply {
        try await people.profiles.requestEmail(try BodyObject(call.body).read("email", .text), call.standing, call.client)
        return Reply(.accepted) { $0.member("mailed", true) }
    }

    private static let verifyEmail = Operation(
        .post, "/v1/account/email/verification", id: "verifyEmail", tag: "Account",
        "Confirms the new address with the token of the mailed link. All other sessions end.", need: .session(.full),
        body: .json(.object([.init("token", AccountSchemas.link)])).showing(
            #"{"token":"closecast_link_0000000000000000000000000000000000000000000000000000000000000000"}"#),
        answers: [
            .json(200, "The account with its new address.", AccountSchemas.account),
            .problem(422, "The link is unknown, used or expired."),
        ])

    private func verifyEmail(_ call: Call) async throws -> Reply {
        Self.reply(
            try await people.profiles.verifyEmail(try BodyObject(call.body).read("token", .text), call.standing, call.client))
    }

    // MARK: Events

    private static let events = Operation(
        .get, "/v1/account/events", id: "listEvents", tag: "Account",
        "Events of the account in the last 90 days, newest first.", need: .session(.any),
        parameters: Pagination.parameters,
        answers: [.json(200, "A page of events.", Pagination.schema(of: AccountSchemas.event))])

    private func events(_ call: Call) async throws -> Reply {
        let (page, next) = try await EventPage.of(call) { before, limit in
            try await people.profiles.events(of: call.standing.person, before: before, limit: limit)
        }
        return Reply { Pagination.write(page, next, &$0) { AccountJSON.event($0, &$1) } }.with(.cacheControl, "no-store")
    }

    // MARK: Export

    private static let export = Operation(
        .post, "/v1/account/export", id: "exportAccount", tag: "Account",
        "Exports all data of the caller as one ZIP file: account, wallets, transactions, favourites, simulated account, verification "
            + "with photos, messages and events. Once an hour.",
        need: .session(.fresh),
        answers: [
            .contents(200, "The file.", [("application/zip", .any)], headers: ["Content-Disposition"]),
            .problem(429, "The last export is less than an hour old; Retry-After says when to try again."),
        ])

    private func export(_ call: Call) async throws -> Reply {
        try await people.profiles.noteExport(call.standing, call.client)
        let bytes = try await archive.bytes(for: call.caller, call.standing)
        return Reply(.ok, ByteBuffer(bytes: bytes), type: "application/zip")
            .with(.contentDisposition, "attachment; filename=\"closecast-account.zip\"").with(.cacheControl, "no-store")
    }

    // MARK: The end

    private static let scheduleDeletion = Operation(
        .put, "/v1/account/deletion", id: "deleteAccount", tag: "Account",
        "Schedules the account and all its data for deletion in seven days; you can cancel until then. Other sessions and all "
            + "tokens end at once.", need: .session(.any),
        body: .json(
            .object(
                [
                    .init("password", AccountSchemas.password),
                    .init("email", .text(1...254), "The account's address, to prevent deletion by mistake."),
                ] + AccountSchemas.factor)
        ).showing(#"{"password":"grey otters nap at noon","email":"ann@example.com"}"#),
        answers: [
            .json(202, "The time of the deletion.", .object([.init("deleted_from", .moment)])),
            .problem(401, "The code is wrong or missing."),
            .problem(403, "The password is wrong."), .problem(409, "This is the only operator."),
        ])

    private func scheduleDeletion(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let time = try await people.deletions.schedule(
            call.standing, password: try body.read("password", .text), email: try body.read("email", .text),
            code: try call.factor(), call.client)
        return Reply(.accepted) { $0.member("deleted_from", MomentText.iso(time)) }
    }

    private static let undoDeletion = Operation(
        .delete, "/v1/account/deletion", id: "keepAccount", tag: "Account", "Cancels the deletion.", need: .session(.any),
        answers: [.empty(204, "The account stays."), .problem(404, "No deletion is scheduled.")])

    private func undoDeletion(_ call: Call) async throws -> Reply {
        try await people.deletions.undo(call.standing, call.client)
        return .nothing
    }
}

/// A page of events, whose cursor is the id of the last one.
enum EventPage {
    static func of(
        _ call: Call, _ read: (_ before: Int64?, _ limit: Int) async throws -> [SecurityEvent]
    ) async throws -> (events: ArraySlice<SecurityEvent>, next: String?) {
        let key = try Pagination.key(call)
        let before = key.flatMap { Int64($0) }
        if key != nil, before == nil { throw Pagination.bad(call.text("cursor") ?? "") }
        let limit = Pagination.limit(call)
        let events = try await read(before, limit + 1)
        let page = events.prefix(limit)
        return (page, events.count > limit ? page.last.map { Pagination.cursor(after: "\($0.id)") } : nil)
    }
}

extension HTTPField.Name {
    static let contentDisposition = HTTPField.Name("Content-Disposition")!
}
