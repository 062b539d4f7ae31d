import Platform
import Store

/// Why a profile is not changed. None says whose login name another one is.
package enum ProfileError: Refusable, Equatable {
    case badName(String, field: String)
    case loginNameTaken(String)
    case badPhone
    case badEmail(String)
    /// The account has the address.
    case emailOfAccount
    case noPicture

    package var refusal: Refusal {
        switch self {
        case .badName(let reason, let field): Refusal("bad-person-name", .invalid, reason, field: field)
        case .loginNameTaken(let name):
            Refusal(
                "login-name-taken", .conflict, "this login name is taken; choose another one", field: "/login_name",
                value: name.cut(to: 60))
        case .badPhone:
            Refusal(
                "bad-phone", .invalid, "the telephone number needs its country code and 7 to 15 digits", field: "/phone",
                accepted: "a telephone number such as +39 333 123 4567")
        case .badEmail(let text):
            Refusal(
                "bad-email", .invalid, "this is not an email address", field: "/email", value: text.cut(to: 60),
                accepted: "an email address such as ann@example.com")
        case .emailOfAccount:
            Refusal(
                "email-of-account", .conflict, "the account has the email address: PUT /v1/account/email changes it",
                field: "/email")
        case .noPicture: Refusal("no-picture", .missing, "there is no picture")
        }
    }
}
