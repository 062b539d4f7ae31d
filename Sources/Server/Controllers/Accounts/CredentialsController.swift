import Access
import HTTPEdge
import HTTPTypes
import JSONText
import Market
import People
import Records

/// The credentials of a person: password, PIN, second factor.
struct CredentialsController: Sendable {
    let people: People

    func add(to api: inout API) {
        api.add(Self.changePassword, changePassword)
        api.add(Self.requestReset, requestReset)
        api.add(Self.reset, reset)
        api.add(Self.setPIN, setPIN)
        api.add(Self.removePIN, removePIN)
        api.add(Self.devices, devices)
        api.add(Self.endDevice, endDevice)
        api.add(Self.showFactor, showFactor)
        api.add(Self.offerFactor, offerFactor)
        api.add(Self.confirmFactor, confirmFactor)
        api.add(Self.removeFactor, removeFactor)
        api.add(Self.renewCodes, renewCodes)
        api.add(Self.confirmLoss, confirmLoss)
        api.add(Self.stopRemoval, stopRemoval)
    }

    // MARK: Password

    private static let twice: [Schema.Member] = [
        .init("password", AccountSchemas.password, "The new one."),
        .init("password_again", AccountSchemas.password, "The new one again."),
    ]

    private static let changePassword = Operation(
        .put, "/v1/account/password", id: "changePassword", tag: "Account",
        "Changes the password. All other sessions end, and the owner is notified by mail.", need: .session(.any),
        body: .json(.object([.init("current_password", AccountSchemas.password)] + twice + AccountSchemas.factor)).showing(
            #"{"current_password":"grey otters nap at noon","password":"brown owls wake at dusk","password_again":"brown owls wake at dusk"}"#
        ),
        answers: [
            .json(200, "Changed; `token` or the cookie is new.", AccountSchemas.signedIn, headers: ["Set-Cookie"]),
            .problem(401, "The code is wrong or missing."), .problem(403, "The current password is wrong."),
        ])

    private func changePassword(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let signedIn: SignedIn
        do {
            signedIn = try await people.passwords.change(
                call.standing, current: try body.read("current_password", .text), new: try body.read("password", .text),
                again: try body.read("password_again", .text), code: try call.factor(), call.client)
        } catch PeopleError.wrongPassword {
            var problem = PeopleError.wrongPassword.problem
            problem.field = "/current_password"
            throw problem
        }
        return signedIn.reply(.ok, people.cryptography, people.parts.rules)
    }

    private static let requestReset = Operation(
        .post, "/v1/password-resets", id: "requestPasswordReset", tag: "Accounts",
        "Mails a link for setting a new password, if an account has the address.", need: .nobody,
        body: .json(.object([.init("email", AccountSchemas.email)])).showing(#"{"email":"ann@example.com"}"#),
        answers: [.json(202, "The answer is the same for every address.", .object([.init("mailed", .boolean)]))])

    private func requestReset(_ call: Call) async throws -> Reply {
        try await people.passwords.requestReset(of: try BodyObject(call.body).read("email", .text), call.client)
        return Reply(.accepted) { $0.member("mailed", true) }
    }

    private static let reset = Operation(
        .post, "/v1/password-resets/completion", id: "resetPassword", tag: "Accounts",
        "Sets a new password with a mailed link, which works once. All sessions and devices end, and you must sign in again.",
        need: .nobody,
        body: .json(.object([.init("token", AccountSchemas.link)] + twice + AccountSchemas.factor)).showing(
            #"{"token":"closecast_link_0000000000000000000000000000000000000000000000000000000000000000","password":"brown owls wake at dusk","password_again":"brown owls wake at dusk"}"#
        ),
        answers: [
            .empty(204, "The password is set."), .problem(401, "The code is wrong or missing."),
            .problem(422, "The link is unknown, used or expired, or the password is not accepted."),
        ])

    private func reset(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        try await people.passwords.reset(
            with: try body.read("token", .text), new: try body.read("password", .text),
            again: try body.read("password_again", .text), code: try call.factor(), call.client)
        return .nothing
    }

    // MARK: PIN and devices

    private static let setPIN = Operation(
        .put, "/v1/account/pin", id: "setPIN", tag: "Account",
        "Sets or changes this device's PIN for signing in without the password.", need: .session(.fresh),
        body: .json(
            .object([
                .init("pin", AccountSchemas.pin), .init("pin_again", AccountSchemas.pin),
                .optional("device_token", AccountSchemas.device, "From the sign-in, for programs; browsers have it in a cookie."),
            ])
        ).showing(#"{"pin":"730418","pin_again":"730418"}"#),
        answers: [.empty(204, "The PIN is set."), .problem(409, "The session has no device.")])

    private func setPIN(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let device =
            try call.standing.isCookie
            ? try SessionCookie.device.value(in: call.headers) : try body.optional("device_token", .text)
        try await people.pins.set(
            try body.read("pin", .text), again: try body.read("pin_again", .text), on: device, call.standing, call.client)
        return .nothing
    }

    private static let removePIN = Operation(
        .delete, "/v1/account/pin", id: "removePIN", tag: "Account", "Removes the PIN of this device.", need: .session(.fresh),
        answers: [.empty(204, "Removed."), .problem(404, "This device has no PIN.")])

    private func removePIN(_ call: Call) async throws -> Reply {
        try await people.pins.remove(call.standing, call.client)
        return .nothing
    }

    private static let devices = Operation(
        .get, "/v1/account/devices", id: "listDevices", tag: "Account", "Devices that have signed in, most recently used first.",
        need: .session(.any),
        answers: [.json(200, "The devices.", .object([.init("data", .array(AccountSchemas.deviceListed, count: 0...100))]))])

    private func devices(_ call: Call) async throws -> Reply {
        let standing = try call.standing
        let devices = try await people.sessions.devices(of: standing.person)
        return Reply { writer in
            writer.member("data", devices) { AccountJSON.device($0, isCurrent: $0.id == standing.device, &$1) }
        }.with(.cacheControl, "no-store")
    }

    private static let endDevice = Operation(
        .delete, "/v1/account/devices/{device}", id: "removeDevice", tag: "Account",
        "Forgets a device: ends its sessions and deletes its PIN.", need: .session(.fresh),
        parameters: [.path("device", .text(1...64), "The device's id.")],
        answers: [.empty(204, "The device is forgotten."), .problem(404, "There is no such device.")])

    private func endDevice(_ call: Call) async throws -> Reply {
        try await people.sessions.endDevice(call.required("device", Call.text), of: call.standing.person, call.client)
        return .nothing
    }

    // MARK: Second factor

    private static let showFactor = Operation(
        .get, "/v1/account/second-factor", id: "getSecondFactor", tag: "Account", "Whether signing in also needs a code.",
        need: .session(.any),
        answers: [
            .json(
                200, "The state.",
                .object([
                    .init("on", .boolean), .init("needed", .boolean, "Whether the account must have one."),
                    .init("recovery_codes", .integer(0...100), "How many are left."),
                    .init(
                        "removed_from", .nullable(.moment),
                        "When it will be removed after its loss was reported; null if it will not."),
                ]))
        ])

    private func showFactor(_ call: Call) async throws -> Reply {
        let state = try await people.secondFactors.state(of: call.standing.person)
        return Reply { writer in
            writer.member("on", state.isOn)
            writer.member("needed", state.isNeeded)
            writer.member("recovery_codes", state.recoveryCodes)
            writer.member("removed_from", state.removedFrom.map(MomentText.iso))
        }.with(.cacheControl, "no-store")
    }

    private static let offerFactor = Operation(
        .post, "/v1/account/second-factor", id: "offerSecondFactor", tag: "Account",
        "Creates a secret for an authenticator app (TOTP, RFC 6238). Confirm it with a correct code within ten minutes.",
        need: .session(.any),
        answers: [
            .json(
                201, "The secret, shown only once.",
                .named(
                    "SecondFactorOffer",
                    .object([
                        .init("secret", .text(1...200), "Base 32, for typing."), .init("uri", .text(1...1000), "`otpauth:`"),
                        .init("svg", .text(1...100_000), "The URI as a QR code."),
                    ]))), .problem(403, "The password must be confirmed first."), .problem(409, "The second factor is already on."),
        ])

    private func offerFactor(_ call: Call) async throws -> Reply {
        // This route is permitted before all duties are done, so it checks freshness itself.
        guard try call.standing.isFresh else { throw PeopleError.notFresh }
        let offer = try await people.secondFactors.offer(call.standing, call.client)
        return Reply(.created) { writer in
            writer.member("secret", offer.secret)
            writer.member("uri", offer.uri)
            writer.member("svg", offer.svg)
        }.with(.cacheControl, "no-store")
    }

    private static let codes = Schema.object([
        .init("recovery_codes", .array(.text(20...60), count: 0...20), "Shown only once; each code works once.")
    ])

    private static let confirmFactor = Operation(
        .put, "/v1/account/second-factor", id: "confirmSecondFactor", tag: "Account",
        "Turns the second factor on with the first correct code. All other sessions end.", need: .session(.any),
        body: .json(.object([.init("code", AccountSchemas.code)])).showing(#"{"code":"123456"}"#),
        answers: [
            .json(200, "The second factor is on.", codes), .problem(401, "The code is wrong."),
            .problem(409, "There is no secret to confirm."),
        ])

    private func confirmFactor(_ call: Call) async throws -> Reply {
        guard try call.standing.isFresh else { throw PeopleError.notFresh }
        let codes = try await people.secondFactors.confirm(
            try BodyObject(call.body).read("code", .text), call.standing, call.client)
        return Self.reply(codes)
    }

    private static func reply(_ codes: [String]) -> Reply {
        Reply { writer in
            writer.key("recovery_codes")
            writer.array { writer in codes.forEach { writer.string($0) } }
        }.with(.cacheControl, "no-store")
    }

    private static let removeFactor = Operation(
        .delete, "/v1/account/second-factor", id: "removeSecondFactor", tag: "Account",
        "Removes the second factor. All other sessions end.", need: .session(.fresh),
        answers: [.empty(204, "Turned off."), .problem(404, "The account has no second factor.")])

    private func removeFactor(_ call: Call) async throws -> Reply {
        try await people.secondFactors.remove(call.standing, call.client)
        return .nothing
    }

    private static let renewCodes = Operation(
        .post, "/v1/account/recovery-codes", id: "renewRecoveryCodes", tag: "Account",
        "Creates new recovery codes; the old ones no longer work.", need: .session(.fresh),
        answers: [.json(200, "The codes.", codes), .problem(404, "There is no second factor.")])

    private func renewCodes(_ call: Call) async throws -> Reply {
        Self.reply(try await people.secondFactors.renewRecoveryCodes(call.standing, call.client))
    }

    // MARK: A lost second factor

    private static let confirmLoss = Operation(
        .post, "/v1/second-factor-removals", id: "confirmSecondFactorLoss", tag: "Accounts",
        "Confirms that the second factor is lost, with the link that an operator had mailed. It is removed one day later.",
        need: .nobody,
        body: .json(.object([.init("token", AccountSchemas.link), .init("password", AccountSchemas.password)])).showing(
            #"{"token":"closecast_link_0000000000000000000000000000000000000000000000000000000000000000","password":"grey otters nap at noon"}"#
        ),
        answers: [
            .json(202, "When it will be removed.", .object([.init("removed_from", .moment)])),
            .problem(403, "The password is wrong."), .problem(422, "The link is unknown, used or expired."),
        ])

    private func confirmLoss(_ call: Call) async throws -> Reply {
        let body = BodyObject(call.body)
        let time = try await people.secondFactors.confirmLoss(
            try body.read("token", .text), password: try body.read("password", .text), call.client)
        return Reply(.accepted) { $0.member("removed_from", MomentText.iso(time)) }
    }

    private static let stopRemoval = Operation(
        .post, "/v1/second-factor-removals/stop", id: "stopSecondFactorRemoval", tag: "Accounts",
        "Cancels the removal of the second factor, with the link in the mail that announced it.", need: .nobody,
        body: .json(.object([.init("token", AccountSchemas.link)])).showing(
            #"{"token":"closecast_link_0000000000000000000000000000000000000000000000000000000000000000"}"#),
        answers: [.empty(204, "The second factor stays on."), .problem(422, "The link is unknown, used or expired.")])

    private func stopRemoval(_ call: Call) async throws -> Reply {
        try await people.secondFactors.stopRemoval(try BodyObject(call.body).read("token", .text), call.client)
        return .nothing
    }
}
