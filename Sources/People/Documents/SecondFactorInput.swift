import Records

/// What a person may give as the second factor, in addition to another credential.
package struct SecondFactorInput: Record {
    private let totp, recoveryCode: String?

    package init(_ field: inout Fields<Self>) throws {
        totp = try field("code", \.totp, AccountSchemas.code, "From the authenticator app, if the account has a second factor.")
        recoveryCode = try field("recovery_code", \.recoveryCode, AccountSchemas.recoveryCode, "Instead of `code`.")
    }

    /// The code of the authenticator app, or else the recovery code; nil if neither was sent.
    package var code: SecondFactorCode? {
        totp.map(SecondFactorCode.totp) ?? recoveryCode.map(SecondFactorCode.recovery)
    }
}
