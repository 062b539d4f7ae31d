import Records

extension Person.Choices.Language: FieldChoice {}

extension SignUps.Request: Record {
    package static var schemaName: String? { "SignUp" }

    package init(_ field: inout Fields<Self>) throws {
        name = try field("name", \.name, AccountSchemas.name)
        email = try field("email", \.email, AccountSchemas.email, "Not needed with an invitation.")
        password = try field("password", \.password, AccountSchemas.password)
        acceptsTerms = try field("accept_terms", \.acceptsTerms, .boolean, "Must be true.")
        language = try field("language", \.language, nil, "The language of mails (default: en).", default: .english)
        invitation = try field(
            "invitation", \.invitation,
            .secret(1...200, words: "the token of an invitation: the part of its link after the #"), "Where signing up needs one.")
    }
}

/// The secret of the link that a sign-up has mailed, and the password of the sign-up.
package struct SignUpVerification: Record {
    package static let schemaName: String? = "Verification"

    package let token, password: String

    package init(_ field: inout Fields<Self>) throws {
        token = try field("token", \.token, AccountSchemas.link)
        password = try field("password", \.password, AccountSchemas.password, "The same as at sign-up.")
    }
}
