import JSONText
import Testing

/// Steps of a verification over HTTP.
extension ServerUnderTest {
    /// A photo that the tests' picture decoder accepts, with words that must not appear anywhere else.
    package static let photo = "RIFF0000WEBP" + photoMark + String(repeating: "x", count: 2000)
    package static let photoMark = "photo-of-bitterns"
    package static let phone = "+39 333 876 5431"

    package func sendCode(_ person: SignedInPerson, to phone: String = phone) async throws -> Answer {
        try await post("/v1/trading/verification/phone", json: "{\"phone\":\"\(phone)\"}", headers: person.headers)
    }

    package func confirm(_ person: SignedInPerson, code: String) async throws -> Answer {
        try await post("/v1/trading/verification/phone/confirmation", json: "{\"code\":\"\(code)\"}", headers: person.headers)
    }

    package func addDocument(
        _ person: SignedInPerson, _ kind: String = "passport", _ side: String = "front", photo: String = photo
    ) async throws -> Answer {
        let headers = person.headers.merging(["Content-Type": "image/webp"]) { $1 }
        return try await send(
            "POST", "/v1/trading/verification/documents?kind=\(kind)&side=\(side)", body: photo, headers: headers)
    }

    package func removeDocument(_ person: SignedInPerson, _ id: String) async throws -> Answer {
        try await send("DELETE", "/v1/trading/verification/documents/\(id)", headers: person.headers)
    }

    package func submit(_ person: SignedInPerson) async throws -> Answer {
        try await send("POST", "/v1/trading/verification/submission", headers: person.headers)
    }

    package func decide(_ decision: String, _ person: SignedInPerson, by decider: SignedInPerson) async throws -> Answer {
        try await post(
            "/v1/operator/verifications/\(person.id)/decision",
            json: #"{"decision":"\#(decision)","reason":"Legible: \#(decision)"}"#,
            headers: decider.headers)
    }

    package func verification(of person: SignedInPerson) async throws -> JSONValue {
        try await get("/v1/trading/verification", headers: person.headers).json
    }

    /// Confirms a telephone.
    package func confirmPhone(_ person: SignedInPerson, _ accounts: TestAccounts, _ phone: String = phone) async throws {
        #expect(try await sendCode(person, to: phone).status == 202)
        let answer = try await confirm(person, code: try accounts.codes.last())
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// Confirms a telephone, and submits a passport.
    package func submitPassport(_ person: SignedInPerson, _ accounts: TestAccounts, _ phone: String = phone) async throws -> String
    {
        try await confirmPhone(person, accounts, phone)
        let document = try await addDocument(person)
        #expect(document.status == 201, "\(document.text)")
        #expect(try await submit(person).status == 200)
        return try #require(document.json["id"]?.string)
    }
}
