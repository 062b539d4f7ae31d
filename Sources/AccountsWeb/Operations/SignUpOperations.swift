import APIKit
import HTTPEdge
import HTTPTypes
import People
import Records
import Services
import Store

/// Signing up, over HTTP and for pages.
package struct SignUpOperations: Sendable {
    package let signUp: TypedOperation<SignUps.Request, SignUps.Outcome>
    package let verify: TypedOperation<SignUpVerification, Person>
    package let sendAgain: TypedOperation<MailedAddress, Void>

    package func add(to api: inout API) {
        api.add(signUp, verify, sendAgain)
    }

    package init(_ signUps: SignUps) {
        let link = "closecast_link_" + String(repeating: "0", count: 64)
        let mailed = Document<Void>(
            nil, .field("mailed", nil, "A mail is on its way. The answer is the same for every address.") { _ in true })
        @Sendable func created(_ person: Person) -> Reply {
            Reply(.created) { AccountDocuments.account.write(person, &$0) }.with(.location, "/v1/account")
        }
        signUp = TypedOperation(
            .post, "/v1/accounts", id: "signUp", tag: "Accounts",
            "Signs up. A mailed link verifies the address; with an invitation, the account is created at once.", need: .nobody,
            .writeWithoutKey,
            example: #"{"name":"Ann","email":"ann@example.com","password":"grey otters nap at noon","accept_terms":true}"#,
            refusals: [
                422: "A value is not accepted, or the invitation is unknown, used or expired.",
                503: "Too many people are signing in at once; Retry-After says when to try again.",
            ],
            rules: [
                FieldRule("name") { name, _ in _ = try PersonName.checked(name) },
                FieldRule("email") { email, _ in _ = try EmailAddress(email) },
                FieldRule("password") { password, others in
                    try signUps.cryptography.check(password, context: [others["name"], others["email"]].compactMap(\.self))
                },
                FieldRule("accept_terms") { text, _ in if text != "true" { throw PeopleError.termsNotAccepted } },
            ],
            answer: .of(
                .json(
                    201, "The account; the invitation has verified the address.", AccountDocuments.account.schema,
                    headers: ["Location"]),
                .json(202, "A mail is on its way, even if the address is already in use.", mailed.schema)
            ) { outcome, _ in
                switch outcome {
                case .created(let person): return created(person)
                case .mailed: return Reply(.accepted) { mailed.write((), &$0) }
                }
            }
        ) { request, call in try await signUps.signUp(request, call.client) }
        verify = TypedOperation(
            .post, "/v1/accounts/verification", id: "verifyAccount", tag: "Accounts",
            "Creates the account, with the token of the mailed link and the password from the sign-up.", need: .nobody,
            .writeWithoutKey, example: #"{"token":"\#(link)","password":"grey otters nap at noon"}"#,
            refusals: [422: "The link is unknown, used or expired."],
            answer: .of(.json(201, "The account.", AccountDocuments.account.schema, headers: ["Location"])) { person, _ in
                created(person)
            }
        ) { input, call in try await signUps.verify(input.token, password: input.password, call.client) }
        sendAgain = TypedOperation(
            .post, "/v1/accounts/verification/mail", id: "sendVerificationAgain", tag: "Accounts",
            "Sends the verification mail again if a sign-up used the address; at most three times an hour.", need: .nobody,
            .writeWithoutKey, example: #"{"email":"ann@example.com"}"#,
            answer: .document(202, "The answer is the same for every address.", mailed)
        ) { input, call in try await signUps.sendAgain(to: input.email, call.client) }
    }
}
