import Records

/// An input of an operation that may need the second factor.
package protocol SecondFactorInput: Record {
    var code: String? { get }
    var recoveryCode: String? { get }
}

extension SecondFactorInput {
    /// The code of the authenticator app, or else the recovery code; nil if neither was sent.
    package var factor: SecondFactorCode? {
        code.map(SecondFactorCode.totp) ?? recoveryCode.map(SecondFactorCode.recovery)
    }
}

extension Fields {
    mutating func code(_ path: KeyPath<Root, String?> & Sendable) throws -> String? {
        try callAsFunction("code", path, AccountSchemas.code, "From the authenticator app, if the account has a second factor.")
    }

    mutating func recoveryCode(_ path: KeyPath<Root, String?> & Sendable) throws -> String? {
        try callAsFunction("recovery_code", path, AccountSchemas.recoveryCode, "Instead of `code`.")
    }
}
