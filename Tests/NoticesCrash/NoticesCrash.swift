import Glibc
import Notices
import Storage

/// A program to be killed: it sends notices until then.
///
/// `notices-crash FILE SECONDS`: its clock stands at this time.
@main struct NoticesCrash {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let time = Int(arguments[2]) else { exit(64) }
        let store = try Store(arguments[1], options: .init(busyTimeoutSeconds: 120, durability: .normal), clock: { time })
        let work = DeliveryWork(
            store, by: CurlPoster(allowsPrivateAddresses: true, timeoutSeconds: 5), publicURL: nil, sign: { _, _ in "unsigned" },
            recipient: { _, _ in nil }, now: { time }, report: { _ in })
        while true {
            // Pause: the test tells more meanwhile.
            if try await work.run() == 0 { try await Task.sleep(for: .milliseconds(2)) }
        }
    }
}
