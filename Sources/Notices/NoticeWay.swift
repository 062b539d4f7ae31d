/// A way to deliver notices, such as mail.
package struct NoticeWay: Sendable {
    /// The outcome of an attempt to deliver a notice.
    package enum Outcome: Equatable, Sendable {
        case delivered
        /// - Parameter isPermanent: whether another attempt is pointless.
        case failed(reason: String, isPermanent: Bool)
    }

    /// The number of attempts before a notice is given up.
    let attempts: Int
    /// The wait after the first attempt; it doubles with each.
    let waitSeconds: Int
    let deliver: @Sendable (OutgoingNotice) async -> Outcome

    package init(
        attempts: Int = 5, waitSeconds: Int = 60, deliver: @escaping @Sendable (OutgoingNotice) async -> Outcome
    ) {
        (self.attempts, self.waitSeconds, self.deliver) = (attempts, waitSeconds, deliver)
    }
}

/// A notice ready to be delivered, with its link.
package struct OutgoingNotice: Equatable, Sendable {
    package let notice: Notice
    package let link: Notice.Link?
}
