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
        "The caller's referral code, and how many people it brought.", scope: .read,
        answers: [.json(200, "The code.", VerificationSchemas.referral)])

    private func referral(_ call: Call) async throws -> Reply {
        let status = try await referrals.status(of: call.caller.owner)
        return Reply { VerificationJSON.referral(status, &$0) }
    }

    private static let useCode = Operation(
        .put, "/v1/trading/referral", id: "useReferralCode", tag: Operation.tradingTag,
        "Gives the code of the person who brought the caller here: once, and before the caller is verified.", scope: .write,
        body: .json(.object([.init("code", .text(8...20))])).showing(#"{"code":"ABCD2345"}"#),
        answers: [
            .json(200, "It is noted.", VerificationSchemas.referral),
            .problem(409, "A code was given before, or the caller is verified."),
            .problem(422, "It is nobody's, or the caller's own."),
        ])

    private func useCode(_ call: Call) async throws -> Reply {
        let status = try await referrals.use(
            code: try BodyObject(call.body).read("code", .text), of: call.caller.owner)
        return Reply { VerificationJSON.referral(status, &$0) }
    }
}
