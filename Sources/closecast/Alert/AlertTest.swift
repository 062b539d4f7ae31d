import Alerts
import ArgumentParser
import JSONText
import Records

struct AlertTest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Show when an alert would have fired over the last year.",
        discussion: """
            EXAMPLES
              closecast alert test a_0123456789abcdef
              closecast alert test BTC --change 7 --below -15
              closecast alert test BTC --probability-below 60000 --within 14 --above 30

            The test uses the stored closes and quotes of the last year up to the newest, \
            as if the alert were set before them with --repeat. Nothing is stored. The \
            options are those of alert add.
            """)

    @Argument(help: ArgumentHelp("An alert, or a coin for a new one.", valueName: "id|ticker"), completion: .assets)
    var subject: String?

    @OptionGroup var options: AlertOptions

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func run() async throws {
        try await reportingFailures {
            let id = subject.flatMap { Self.isID($0) ? $0 : nil }
            guard id == nil || options.isEmpty else {
                throw Failure("an alert that is named by its id has its own options; leave them out", .usage)
            }
            let draft = try id == nil ? options.draft(subject) : nil
            let store = try storeOptions.open()
            let (trial, terms) = try await trial(id, draft, in: store)
            guard !json else { return try Console.write(JSONWriter.document { Shape<AlertTrial>().write(trial, &$0) }) }
            let text = AlertText(store)
            try Console.write("\(try await text.condition(terms))\n\(text.trial(trial, terms))")
        }
    }

    private func trial(_ id: String?, _ draft: AlertDraft?, in store: LocalStore) async throws -> (AlertTrial, AlertTerms) {
        let (alerts, caller) = (store.alerts, LocalStore.caller)
        let terms =
            if let draft {
                try await options.naming(draft) { try await alerts.terms($0, caller.owner) }
            } else {
                try await alerts.terms(Alerts.Named(id!), of: caller.owner)
            }
        return (try await alerts.trial(of: terms, caller.owner), terms)
    }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == 18 && text.hasPrefix("a_") && text.dropFirst(2).allSatisfy { $0.isHexDigit && !$0.isUppercase }
    }
}
