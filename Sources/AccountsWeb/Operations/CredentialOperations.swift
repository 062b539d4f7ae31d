import APIKit
import HTTPEdge
import People
import Records
import Services
import Store

/// The credentials of a person: password, PIN, second factor; over HTTP and for pages.
package struct CredentialOperations: Sendable {
    package let changePassword: TypedOperation<PasswordChange, SignedIn>
    package let requestReset: TypedOperation<MailedAddress, Void>
    package let reset: TypedOperation<PasswordReset, Void>
    package let setPIN: TypedOperation<NewPIN, Void>
    package let removePIN: TypedOperation<Nothing, Void>
    package let devices: TypedOperation<Nothing, [Device]>
    package let endDevice: TypedOperation<DeviceReference, Void>
    package let showFactor: TypedOperation<Nothing, SecondFactors.State>
    package let offerFactor: TypedOperation<Nothing, TOTPOffer>
    package let confirmFactor: TypedOperation<FirstCode, [String]>
    package let removeFactor: TypedOperation<Nothing, Void>
    package let renewCodes: TypedOperation<Nothing, [String]>
    package let confirmLoss: TypedOperation<SecondFactorLoss, Int>
    package let stopRemoval: TypedOperation<MailedLink, Void>

    package func add(to api: inout API) {
        api.add(
            changePassword, requestReset, reset, setPIN, removePIN, devices, endDevice, showFactor, offerFactor, confirmFactor,
            removeFactor, renewCodes, confirmLoss, stopRemoval)
    }

    package init(_ people: People) {
        let link = "closecast_link_" + String(repeating: "0", count: 64)
        let twice = #""password":"brown owls wake at dusk","password_again":"brown owls wake at dusk""#

        // MARK: Password

        let passwordRules = [
            FieldRule("password") { password, _ in try people.passwords.cryptography.check(password, context: []) },
            FieldRule("password_again") { again, others in if again != others["password"] { throw PeopleError.passwordsDiffer } },
        ]
        changePassword = TypedOperation(
            .put, "/v1/account/password", id: "changePassword", tag: "Account",
            "Changes the password. All other sessions end, and the owner is notified by mail.", need: .session(.any),
            .writeWithoutKey, example: #"{"current_password":"grey otters nap at noon",\#(twice)}"#,
            refusals: [401: "The code is wrong or missing.", 403: "The current password is wrong."], rules: passwordRules,
            answer: SignedIn.renewed("Changed; `token` or the cookie is new.", people)
        ) { input, call in
            do {
                return try await people.passwords.change(
                    call.standing, current: input.current, new: input.password, again: input.again, code: input.factor.code,
                    call.client)
            } catch PeopleError.wrongPassword {
                var problem = PeopleError.wrongPassword.problem
                problem.field = "/current_password"
                throw problem
            }
        }
        requestReset = TypedOperation(
            .post, "/v1/password-resets", id: "requestPasswordReset", tag: "Accounts",
            "Mails a link for setting a new password, if an account has the address.", need: .nobody, .writeWithoutKey,
            example: #"{"email":"ann@example.com"}"#,
            answer: .document(202, "The answer is the same for every address.", AccountDocuments.mailed)
        ) { input, call in try await people.passwords.requestReset(of: input.email, call.client) }
        reset = TypedOperation(
            .post, "/v1/password-resets/completion", id: "resetPassword", tag: "Accounts",
            "Sets a new password with a mailed link, which works once. All sessions and devices end, and you must sign in "
                + "again.",
            need: .nobody, .writeWithoutKey, example: #"{"token":"\#(link)",\#(twice)}"#,
            refusals: [
                401: "The code is wrong or missing.", 422: "The link is unknown, used or expired, or the password is not accepted.",
            ], rules: passwordRules,
            answer: .done("The password is set.")
        ) { input, call in
            try await people.passwords.reset(
                with: input.token, new: input.password, again: input.again, code: input.factor.code, call.client)
        }

        // MARK: PIN and devices

        setPIN = TypedOperation(
            .put, "/v1/account/pin", id: "setPIN", tag: "Account",
            "Sets or changes this device's PIN for signing in without the password.", need: .session(.fresh), .writeWithoutKey,
            example: #"{"pin":"730418","pin_again":"730418"}"#, refusals: [409: "The session has no device."],
            rules: [
                FieldRule("pin") { pin, _ in try PIN.check(pin) },
                FieldRule("pin_again") { again, others in if again != others["pin"] { throw PeopleError.pinsDiffer } },
            ],
            answer: .done("The PIN is set.")
        ) { input, call in
            let standing = try call.standing
            let device = try standing.isCookie ? SessionCookie.device.value(in: call.headers) : input.deviceToken
            try await people.pins.set(input.pin, again: input.again, on: device, standing, call.client)
        }
        removePIN = TypedOperation(
            .delete, "/v1/account/pin", id: "removePIN", tag: "Account", "Removes the PIN of this device.", need: .session(.fresh),
            .writeWithoutKey, refusals: [404: "This device has no PIN."], answer: .done("Removed.")
        ) { _, call in try await people.pins.remove(call.standing, call.client) }
        devices = TypedOperation(
            .get, "/v1/account/devices", id: "listDevices", tag: "Account",
            "Devices that have signed in, most recently used first.", need: .session(.any),
            answer: .of(.json(200, "The devices.", AccountDocuments.devices.schema)) { devices, call in
                let current = try call.standing.device
                return Reply { AccountDocuments.devices.write(devices.map { (device: $0, isCurrent: $0.id == current) }, &$0) }
            }
        ) { _, call in try await people.sessions.devices(of: call.standing.person) }
        endDevice = TypedOperation(
            .delete, "/v1/account/devices/{device}", id: "removeDevice", tag: "Account",
            "Forgets a device: ends its sessions and deletes its PIN.", need: .session(.fresh), .writeWithoutKey,
            refusals: [404: "There is no such device."], answer: .done("The device is forgotten.")
        ) { input, call in try await people.sessions.endDevice(input.device, of: call.standing.person, call.client) }

        // MARK: Second factor

        showFactor = TypedOperation(
            .get, "/v1/account/second-factor", id: "getSecondFactor", tag: "Account", "Whether signing in also needs a code.",
            need: .session(.any),
            answer: .document(
                200, "The state.",
                Document<SecondFactors.State>(
                    nil, .field("on") { $0.isOn }, .field("needed", nil, "Whether the account must have one.") { $0.isNeeded },
                    .field("recovery_codes", .integer(0...100), "How many are left.") { $0.recoveryCodes },
                    .moment(
                        "removed_from", "When it will be removed after its loss was reported; null if it will not.",
                        orNull: { $0.removedFrom })))
        ) { _, call in try await people.secondFactors.state(of: call.standing.person) }
        offerFactor = TypedOperation(
            .post, "/v1/account/second-factor", id: "offerSecondFactor", tag: "Account",
            "Creates a secret for an authenticator app (TOTP, RFC 6238). Confirm it with a correct code within ten minutes.",
            need: .session(.any), .writeWithoutKey,
            refusals: [403: "The password must be confirmed first.", 409: "The second factor is already on."],
            answer: .document(
                201, "The secret, shown only once.",
                Document<TOTPOffer>(
                    "SecondFactorOffer", .field("secret", .text(1...200), "Base 32, for typing.") { $0.secret },
                    .field("uri", .text(1...1000), "`otpauth:`") { $0.uri },
                    .field("svg", .text(1...100_000), "The URI as a QR code.") { $0.svg }))
        ) { _, call in
            let standing = try call.standing
            // This route is permitted before all duties are done, so it checks freshness itself.
            guard standing.isFresh else { throw PeopleError.notFresh }
            return try await people.secondFactors.offer(standing, call.client)
        }

        let codes = Document<[String]>(
            nil, .values("recovery_codes", .array(.text(20...60), count: 0...20), "Shown only once; each code works once.") { $0 })
        func recoveryCodes(_ note: String) -> TypedAnswer<[String]> { .document(200, note, codes) }
        confirmFactor = TypedOperation(
            .put, "/v1/account/second-factor", id: "confirmSecondFactor", tag: "Account",
            "Turns the second factor on with the first correct code. All other sessions end.", need: .session(.any),
            .writeWithoutKey, example: #"{"code":"123456"}"#,
            refusals: [401: "The code is wrong.", 409: "There is no secret to confirm."],
            answer: recoveryCodes("The second factor is on.")
        ) { input, call in
            let standing = try call.standing
            guard standing.isFresh else { throw PeopleError.notFresh }
            return try await people.secondFactors.confirm(input.code, standing, call.client)
        }
        removeFactor = TypedOperation(
            .delete, "/v1/account/second-factor", id: "removeSecondFactor", tag: "Account",
            "Removes the second factor. All other sessions end.", need: .session(.fresh), .writeWithoutKey,
            refusals: [404: "The account has no second factor."], answer: .done("Turned off.")
        ) { _, call in try await people.secondFactors.remove(call.standing, call.client) }
        renewCodes = TypedOperation(
            .post, "/v1/account/recovery-codes", id: "renewRecoveryCodes", tag: "Account",
            "Creates new recovery codes; the old ones no longer work.", need: .session(.fresh), .writeWithoutKey,
            refusals: [404: "There is no second factor."], answer: recoveryCodes("The codes.")
        ) { _, call in try await people.secondFactors.renewRecoveryCodes(call.standing, call.client) }

        // MARK: A lost second factor

        confirmLoss = TypedOperation(
            .post, "/v1/second-factor-removals", id: "confirmSecondFactorLoss", tag: "Accounts",
            "Confirms that the second factor is lost, with the link that an operator had mailed. It is removed one day later.",
            need: .nobody, .writeWithoutKey, example: #"{"token":"\#(link)","password":"grey otters nap at noon"}"#,
            refusals: [403: "The password is wrong.", 422: "The link is unknown, used or expired."],
            answer: .document(202, "When it will be removed.", Document<Int>(nil, .moment("removed_from") { $0 }))
        ) { input, call in try await people.secondFactors.confirmLoss(input.token, password: input.password, call.client) }
        stopRemoval = TypedOperation(
            .post, "/v1/second-factor-removals/stop", id: "stopSecondFactorRemoval", tag: "Accounts",
            "Cancels the removal of the second factor, with the link in the mail that announced it.", need: .nobody,
            .writeWithoutKey, example: #"{"token":"\#(link)"}"#, refusals: [422: "The link is unknown, used or expired."],
            answer: .done("The second factor stays on.")
        ) { input, call in try await people.secondFactors.stopRemoval(input.token, call.client) }
    }
}
