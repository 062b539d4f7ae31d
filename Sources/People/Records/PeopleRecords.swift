import Access

/// Accounts and what belongs to them, in one transaction. Each call reads or writes at once.
package protocol PeopleRecords {
    // People, in the order of their creation.
    func person(id: String) throws -> Person?
    func person(email key: String) throws -> Person?
    func person(owner: String) throws -> Person?
    /// - Parameters:
    ///   - text: a part of the name or address; nil for all.
    ///   - last: the id of the last person of the page before.
    func people(matching text: String?, after last: String?, limit: Int) throws -> [Person]
    func operatorCount() throws -> Int
    /// The ids of the keyring's keys under which passwords are hashed.
    func keysOfPasswords() throws -> [String]
    func insert(_ person: Person) throws
    func update(_ person: Person) throws
    func picture(of person: String) throws -> [UInt8]?
    func setPicture(_ jpeg: [UInt8]?, of person: String) throws
    func peopleToDelete(at time: Int) throws -> [Person]
    func peopleLosingSecondFactor(at time: Int) throws -> [Person]
    /// Whether anything belongs to an owner.
    func ownerExists(_ owner: String) throws -> Bool
    func insertOwner(_ owner: String) throws
    /// Deletes a person with all their records and their owner's data.
    func erase(_ person: Person) throws

    // Sign-ups, invitations and links.
    func signUp(id: String) throws -> SignUp?
    func latestSignUp(email key: String) throws -> SignUp?
    func insert(_ signUp: SignUp) throws
    func removeSignUps(email key: String) throws
    func removeSignUps(before time: Int) throws
    func invitation(id: String) throws -> Invitation?
    func invitation(hash: String) throws -> Invitation?
    func invitations() throws -> [Invitation]
    func save(_ invitation: Invitation) throws
    func link(hash: String) throws -> Link?
    func insert(_ link: Link) throws
    /// Ends all links of a purpose, the one in use included.
    func removeLinks(_ purpose: Link.Purpose, of subject: String) throws
    func removeLinks(expiredAt time: Int) throws

    // Sessions and devices.
    func session(hash: String) throws -> Session?
    func session(id: String) throws -> Session?
    func sessions(of person: String) throws -> [Session]
    func insert(_ session: Session) throws
    func update(_ session: Session) throws
    func removeSession(id: String) throws
    func removeSessions(expiredAt time: Int) throws
    func device(hash: String) throws -> Device?
    func device(id: String) throws -> Device?
    func devices(of person: String) throws -> [Device]
    func insert(_ device: Device) throws
    func update(_ device: Device) throws
    func removeDevice(id: String) throws
    func pendingSignIn(hash: String) throws -> PendingSignIn?
    func insert(_ signIn: PendingSignIn) throws
    func update(_ signIn: PendingSignIn) throws
    func removePendingSignIn(hash: String) throws
    func removePendingSignIns(of person: String) throws
    func removePendingSignIns(expiredAt time: Int) throws

    // Recovery codes.
    func setRecoveryCodes(_ hashes: [String], of person: String) throws
    /// Uses up a code. Returns false if it does not exist.
    func useRecoveryCode(_ hash: String, of person: String) throws -> Bool
    func recoveryCodeCount(of person: String) throws -> Int

    // Attempts, events and mails.
    func attempts(_ subject: String) throws -> Attempts?
    func save(_ attempts: Attempts, of subject: String) throws
    func removeAttempts(_ subject: String) throws
    func removeAttempts(before time: Int) throws
    func append(_ event: SecurityEvent) throws
    /// Events, newest first.
    ///
    /// - Parameters:
    ///   - person: nil for everybody's.
    ///   - before: an event's id; nil for the newest.
    func events(of person: String?, before: Int64?, limit: Int) throws -> [SecurityEvent]
    func removeEvents(before time: Int) throws
    func enqueue(_ mail: QueuedMail) throws
    func dueMails(at time: Int, limit: Int) throws -> [QueuedMail]
    func update(_ mail: QueuedMail) throws
    func removeMail(id: String) throws
    /// Removes waiting mails of a kind about a person.
    func removeMails(_ kind: QueuedMail.Kind, of subject: String) throws

    // Tokens of the API.
    func token(id: String) throws -> AccessToken?
    func tokens(of owner: String) throws -> [AccessToken]
    func insert(_ token: AccessToken) throws
    func revokeTokens(of owner: String, at time: Int) throws
    func revokeToken(id: String, at time: Int) throws
}

/// Stores accounts.
package protocol PeopleStore: Sendable {
    /// Reads records in one transaction.
    func readPeople<Value: Sendable>(_ body: @escaping @Sendable (any PeopleRecords) throws -> Value) async throws -> Value
    /// Changes records in one transaction.
    func changePeople<Value: Sendable>(_ body: @escaping @Sendable (any PeopleRecords) throws -> Value) async throws -> Value
    /// Wipes the remains of deleted rows from the file and its log.
    func wipeDeleted() async throws
}
