import Records

/// The code of the person who invited the caller.
package struct EnteredReferralCode: Record {
    package let code: String

    package init(_ field: inout Fields<Self>) throws { code = try field("code", \.code, .text(8...20)) }
}
