/// The verification of people: a telephone, photos of identity documents, and the decisions of operators.
package struct Identity: Sendable {
    package let verifications: Verifications
    package let queue: VerificationQueue
    package let parts: IdentityParts

    package init(_ parts: IdentityParts) {
        self.parts = parts
        verifications = Verifications(parts: parts)
        queue = VerificationQueue(parts: parts)
    }
}
