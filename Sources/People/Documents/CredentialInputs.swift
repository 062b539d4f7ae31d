import Records

/// A new password instead of the current one.
package struct PasswordChange: Record {
    package let current, password, again: String
    package let factor: SecondFactorInput

    package init(_ field: inout Fields<Self>) throws {
        current = try field("current_password", \.current, AccountSchemas.password)
        password = try field("password", \.password, AccountSchemas.password, "The new one.")
        again = try field("password_again", \.again, AccountSchemas.password, "The new one again.")
        factor = try field(\.factor)
    }
}

/// A new password instead of a forgotten one, with the secret of a mailed link.
package struct PasswordReset: Record {
    package let token, password, again: String
    package let factor: SecondFactorInput

    package init(_ field: inout Fields<Self>) throws {
        token = try field("token", \.token, AccountSchemas.link)
        password = try field("password", \.password, AccountSchemas.password, "The new one.")
        again = try field("password_again", \.again, AccountSchemas.password, "The new one again.")
        factor = try field(\.factor)
    }
}

/// An address to which a mail is sent.
package struct MailedAddress: Record {
    package let email: String

    package init(_ field: inout Fields<Self>) throws { email = try field("email", \.email, AccountSchemas.email) }
}

/// The secret of a mailed link.
package struct MailedLink: Record {
    package let token: String

    package init(_ field: inout Fields<Self>) throws { token = try field("token", \.token, AccountSchemas.link) }
}

/// A PIN for the device of the session.
package struct NewPIN: Record {
    package let pin, again: String
    package let deviceToken: String?

    package init(_ field: inout Fields<Self>) throws {
        pin = try field("pin", \.pin, AccountSchemas.pin)
        again = try field("pin_again", \.again, AccountSchemas.pin)
        deviceToken = try field(
            "device_token", \.deviceToken, AccountSchemas.device, "From the sign-in, for programs; browsers have it in a cookie.")
    }
}

/// A device in a path.
package struct DeviceReference: Record {
    package let device: String

    package init(_ field: inout Fields<Self>) throws { device = try field("device", \.device, .text(1...64), "The device's id.") }
}

/// The first code of a new second factor.
package struct FirstCode: Record {
    package let code: String

    package init(_ field: inout Fields<Self>) throws { code = try field("code", \.code, AccountSchemas.code) }
}

/// The confirmation that a second factor is lost, with the secret of a mailed link.
package struct SecondFactorLoss: Record {
    package let token, password: String

    package init(_ field: inout Fields<Self>) throws {
        token = try field("token", \.token, AccountSchemas.link)
        password = try field("password", \.password, AccountSchemas.password)
    }
}
