import HTTPEdge
import HTTPTypes
import Trading

/// Referral codes.
struct ReferralController: Sendable {
    let referrals: Referrals

    func add(to api: inout API) {
        api.add(Self.referral, referral)
        api.add(Self.useCode, useCode)
    }

    private static let referral = Operation(
        .get, "/v1/trading/referral", id: "getReferral", tag: Operation.tradingTag,
        "The caller's referral code, and how many people have used it.", scope: .read,
        answers: [.json(200, "The code.", VerificationSchemas.referral)])

    private func referral(_ call: Call) async throws -> Reply {
        let status = try await referrals.status(of: call.caller.owner)
        return Reply { VerificationJSON.referral(status, &$0) }
    }

    private static let useCode = Operation(
        .put, "/v1/trading/referral", id: "useReferralCode", tag: Operation.tradingTag,
        "Enters the code of the person who invited the caller: once, and before the caller is verified.", scope: .write,
        body: .json(.object([.init("code", .text(8...20))])).showing(#"{"code":"ABCD2345"}"#),
        answers: [
            .json(200, "The code is recorded.", VerificationSchemas.referral),
            .problem(409, "The caller has already entered a code, or is verified."),
            .problem(422, "The code is unknown, or the caller's own."),
        ])

    private func useCode(_ call: Call) async throws -> Reply {
        let status = try await referrals.use(
            code: try BodyObject(call.body).read("code", .text), of: call.caller.owner)
        return Reply { VerificationJSON.referral(status, &$0) }
    }
}
