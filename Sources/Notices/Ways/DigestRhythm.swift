import Foundation
import Records

/// How often what goes one way is sent: each notice by itself, or all since the last message together.
package enum DigestRhythm: String, FieldChoice {
    case single, daily
    /// On Mondays.
    case weekly

    /// The ways that can have digests: browsers show each notice when it happens.
    package static let ways: [DeliveryWay] = [.mail, .webhook, .ntfy, .gotify]

    /// Returns the first moment after a time at which a digest is sent; nil for single notices.
    ///
    /// A local hour that a change of clocks skips is the moment after it.
    ///
    /// - Parameters:
    ///   - time: seconds since 1970-01-01 UTC.
    ///   - hour: 0 to 23, in `zone`.
    package func next(after time: Int, hour: Int, zone: TimeZone) -> Int? {
        guard self != .single else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        var moment = DateComponents(hour: hour, minute: 0, second: 0)
        if self == .weekly { moment.weekday = 2 }
        let start = Date(timeIntervalSince1970: Double(time))
        guard let date = calendar.nextDate(after: start, matching: moment, matchingPolicy: .nextTime) else { return time + 86_400 }
        return Int(date.timeIntervalSince1970.rounded(.up))
    }
}

extension InboxNotice.Kind {
    /// Whether notices of the kind wait for a digest: not a test, which its owner waits for, and no warning about the account.
    package var isInDigests: Bool { self != .test && self != .security }
}

extension NoticeSettings {
    package func rhythm(_ way: DeliveryWay) -> DigestRhythm {
        switch way {
        case .mail: mailDigest
        case .webhook: webhookDigest
        case .ntfy: ntfyDigest
        case .gotify: gotifyDigest
        case .push: .single
        }
    }

    /// Whether notices of a kind go a way in digests.
    func hasDigests(_ way: DeliveryWay, _ kind: InboxNotice.Kind) -> Bool { rhythm(way) != .single && kind.isInDigests }

    /// When a notice that is told now is sent a way: in the next digest, or at once; in both cases after the quiet hours.
    func dueAt(_ way: DeliveryWay, _ kind: InboxNotice.Kind, at now: Int) -> Int {
        guard kind != .test else { return now }
        var time = now
        if hasDigests(way, kind), let zone = TimeZone.named(timeZone) {
            time = rhythm(way).next(after: now, hour: digestHour, zone: zone) ?? now
        }
        return quietHours?.end(at: time) ?? time
    }
}
