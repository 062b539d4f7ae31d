/// Verifications with their documents, in one transaction.
package protocol VerificationRecords {
    func verification(of owner: String) throws -> Verification?
    func save(_ verification: Verification) throws
    /// Those that wait for a decision, the longest waiting first.
    func pendingVerifications(limit: Int) throws -> [Verification]

    /// Notes that a code was sent.
    ///
    /// - Parameter number: a digest of the number.
    func noteCode(of owner: String, to number: String, at time: Int) throws
    /// When codes were sent to a person since a time, oldest first.
    func codeTimes(of owner: String, since time: Int) throws -> [Int]
    /// When codes were sent to a number since a time, for whomever, oldest first.
    func codeTimes(to number: String, since time: Int) throws -> [Int]

    /// All documents of a person, oldest first, also those whose content is deleted.
    func documents(of owner: String) throws -> [IdentityDocument]
    func insert(_ document: IdentityDocument, content: String) throws
    /// Stores when a document's content is to be deleted.
    func update(_ document: IdentityDocument) throws
    /// The encrypted content; nil if it is deleted.
    func content(ofDocument id: String) throws -> String?
    func deleteContent(ofDocument id: String, at time: Int) throws
    /// Documents whose content is due to be deleted at a time of the bank.
    func dueDocuments(at bankTime: Int, limit: Int) throws -> [IdentityDocument]

    func insert(_ look: DocumentLook, of owner: String) throws
    /// Looks at a person's documents, newest first.
    func looks(of owner: String, limit: Int) throws -> [DocumentLook]

    func contact(ofOwner owner: String) throws -> PersonContact?
    /// - Parameter person: the id of the account with which somebody signs in.
    func contact(ofPerson person: String) throws -> PersonContact?
}
