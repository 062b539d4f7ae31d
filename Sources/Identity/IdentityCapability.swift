import Store

extension Capability {
    /// Verifications of people. Their tables are older than this capability: the migration `trading.accounts` makes them.
    package static let identity = Capability(
        "identity",
        erasure: ["phone_codes", "document_looks", "verification_documents", "verifications"].map {
            "DELETE FROM \($0) WHERE owner = ?1"
        },
        pictureBytes: "SELECT sum(length(content)) FROM verification_documents WHERE owner = ?1")
}
