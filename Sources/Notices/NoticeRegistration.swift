extension Notice {
    /// A kind of notice as its capability registers it.
    package struct Registration: Sendable {
        package let kind: Kind
        /// Whether the person waits for it, for example for a link. Such notices are delivered before others.
        package let isAwaited: Bool
        /// How many days it is tried; nil for a few attempts within minutes, for what is soon of no use.
        let days: Int?
        let isStillWanted: @Sendable (Notice) async throws -> Bool
        let link: @Sendable (Notice) async throws -> Link?

        /// - Parameters:
        ///   - days: how many days it is tried; nil for a few attempts within minutes.
        ///   - isStillWanted: called before each attempt; a notice that is no longer wanted is removed.
        ///   - link: makes and stores the link of one attempt.
        package init(
            _ kind: Kind, isAwaited: Bool = false, days: Int? = nil,
            isStillWanted: @escaping @Sendable (Notice) async throws -> Bool = { _ in true },
            link: @escaping @Sendable (Notice) async throws -> Link? = { _ in nil }
        ) {
            self.days = days
            (self.kind, self.isAwaited, self.isStillWanted, self.link) = (kind, isAwaited, isStillWanted, link)
        }
    }
}
