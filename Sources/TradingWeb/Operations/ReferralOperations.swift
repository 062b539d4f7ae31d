import APIKit
import Store
import Trading

/// Referral codes, over HTTP and for pages.
package struct ReferralOperations: Sendable {
    package let show: TypedOperation<Nothing, Referrals.Status>
    package let use: TypedOperation<EnteredReferralCode, Referrals.Status>

    package init(_ referrals: Referrals) {
        let (path, tag) = ("/v1/trading/referral", Operation.tradingTag)
        func answer(_ note: String) -> TypedAnswer<Referrals.Status> {
            .document(200, note, TradingDocuments.referral, again: { try await referrals.status(of: $1.caller.owner) })
        }
        show = TypedOperation(
            .get, path, id: "getReferral", tag: tag, "The caller's referral code, and how many people have used it.",
            need: .scope(.read), answer: answer("The code.")
        ) { _, call in try await referrals.status(of: call.caller.owner) }
        use = TypedOperation(
            .put, path, id: "useReferralCode", tag: tag,
            "Enters the code of the person who invited the caller: once, and before the caller is verified.", need: .scope(.write),
            example: #"{"code":"ABCD2345"}"#,
            refusals: [
                409: "The caller has already entered a code, or is verified.", 422: "The code is unknown, or the caller's own.",
            ],
            answer: answer("The code is recorded.")
        ) { input, call in try await referrals.use(code: input.code, of: call.caller.owner) }
    }

    package func add(to api: inout API) {
        api.add(show, use)
    }
}
