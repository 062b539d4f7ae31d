import Records

/// The input of a sign-in, with the client's options.
package protocol SignInInput: Record {
    var cookie: Bool? { get }
    var rememberMe: Bool? { get }
    var deviceToken: String? { get }
}

extension SignInInput {
    package var wish: SignIns.Wish {
        SignIns.Wish(carrier: cookie == true ? .cookie : .bearer, isRemembered: rememberMe == true, deviceSecret: deviceToken)
    }
}

extension Fields {
    fileprivate mutating func cookie(_ path: KeyPath<Root, Bool?> & Sendable) throws -> Bool? {
        try callAsFunction(
            "cookie", path, .boolean,
            "True for browsers: a cookie carries the session. Otherwise the answer has a `token` for `Authorization: Bearer`.")
    }

    fileprivate mutating func rememberMe(_ path: KeyPath<Root, Bool?> & Sendable) throws -> Bool? {
        try callAsFunction("remember_me", path, .boolean, "Whether the session lasts for weeks (default: false).")
    }

    fileprivate mutating func deviceToken(_ path: KeyPath<Root, String?> & Sendable) throws -> String? {
        try callAsFunction(
            "device_token", path, AccountSchemas.device, "From an earlier sign-in, for programs; browsers have it in a cookie.")
    }
}

/// A sign-in with address and password.
package struct PasswordSignIn: SignInInput {
    package static let schemaName: String? = "SignIn"

    package let email: String
    package let password: String
    package let cookie: Bool?
    package let rememberMe: Bool?
    package let deviceToken: String?

    package init(_ field: inout Fields<PasswordSignIn>) throws {
        email = try field("email", \.email, .text(1...254))
        password = try field("password", \.password, AccountSchemas.password)
        cookie = try field.cookie(\.cookie)
        rememberMe = try field.rememberMe(\.rememberMe)
        deviceToken = try field.deviceToken(\.deviceToken)
    }
}

/// A sign-in with the PIN of a device.
package struct PINSignIn: SignInInput {
    package let pin: String
    package let cookie: Bool?
    package let rememberMe: Bool?
    package let deviceToken: String?

    package init(_ field: inout Fields<PINSignIn>) throws {
        pin = try field("pin", \.pin, AccountSchemas.pin)
        cookie = try field.cookie(\.cookie)
        rememberMe = try field.rememberMe(\.rememberMe)
        deviceToken = try field.deviceToken(\.deviceToken)
    }
}

/// The second step of a sign-in.
package struct SignInCompletion: SecondFactorInput {
    /// The secret from the answer to the password.
    package let signIn: String
    package let code: String?
    package let recoveryCode: String?

    package init(_ field: inout Fields<SignInCompletion>) throws {
        signIn = try field("sign_in", \.signIn, .secret(1...200, words: "the sign_in from the answer to the password"))
        code = try field.code(\.code)
        recoveryCode = try field.recoveryCode(\.recoveryCode)
    }
}

/// The password again, before a change of credentials.
package struct SessionConfirmation: SecondFactorInput {
    package let password: String
    package let code: String?
    package let recoveryCode: String?

    package init(_ field: inout Fields<SessionConfirmation>) throws {
        password = try field("password", \.password, AccountSchemas.password)
        code = try field.code(\.code)
        recoveryCode = try field.recoveryCode(\.recoveryCode)
    }
}

/// A session in a path.
package struct SessionReference: Record {
    package let session: String

    package init(_ field: inout Fields<SessionReference>) throws {
        session = try field("session", \.session, .text(1...64), "The session's id.")
    }
}
