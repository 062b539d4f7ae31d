import Records

/// What a client says about itself when a person signs in.
package struct SignInOptions: Record {
    private let cookie, rememberMe: Bool
    private let deviceToken: String?

    package init(_ field: inout Fields<Self>) throws {
        cookie = try field(
            "cookie", \.cookie, nil,
            "True for browsers: a cookie carries the session. Otherwise the answer has a `token` for `Authorization: Bearer`.",
            default: false)
        rememberMe = try field(
            "remember_me", \.rememberMe, nil, "Whether the session lasts for weeks (default: false).", default: false)
        deviceToken = try field(
            "device_token", \.deviceToken, AccountSchemas.device,
            "From an earlier sign-in, for programs; browsers have it in a cookie.")
    }

    package var wish: SignIns.Wish {
        SignIns.Wish(carrier: cookie ? .cookie : .bearer, isRemembered: rememberMe, deviceSecret: deviceToken)
    }
}

/// A sign-in with address and password.
package struct PasswordSignIn: Record {
    package static let schemaName: String? = "SignIn"

    package let email, password: String
    package let options: SignInOptions

    package init(_ field: inout Fields<Self>) throws {
        email = try field("email", \.email, .text(1...254))
        password = try field("password", \.password, AccountSchemas.password)
        options = try field(\.options)
    }
}

/// A sign-in with the PIN of a device.
package struct PINSignIn: Record {
    package let pin: String
    package let options: SignInOptions

    package init(_ field: inout Fields<Self>) throws {
        pin = try field("pin", \.pin, AccountSchemas.pin)
        options = try field(\.options)
    }
}

/// The second step of a sign-in.
package struct SignInCompletion: Record {
    /// The secret from the answer to the password.
    package let signIn: String
    package let factor: SecondFactorInput

    package init(_ field: inout Fields<Self>) throws {
        signIn = try field("sign_in", \.signIn, .secret(1...200, words: "the sign_in from the answer to the password"))
        factor = try field(\.factor)
    }
}

/// The password again, before a change of credentials.
package struct SessionConfirmation: Record {
    package let password: String
    package let factor: SecondFactorInput

    package init(_ field: inout Fields<Self>) throws {
        password = try field("password", \.password, AccountSchemas.password)
        factor = try field(\.factor)
    }
}

/// A session in a path.
package struct SessionReference: Record {
    package let session: String

    package init(_ field: inout Fields<Self>) throws {
        session = try field("session", \.session, .text(1...64), "The session's id.")
    }
}
