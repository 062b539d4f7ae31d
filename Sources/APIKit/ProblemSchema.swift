import HTTPEdge
import Records

extension Problem {
    /// The schema of a problem.
    static let schema = Schema.named("Problem", .object(members))

    /// The schema of a problem under `/v2`.
    static let protocolSchema = Schema.named(
        "ProtocolProblem",
        .object(members + [.optional("error", .text(1...100_000), "The detail again, where the protocol's clients expect it.")]))

    private static let members: [Schema.Member] =
        [
            .init("type", .text(1...200)), .init("title", .text(1...100)), .init("status", .integer(400...599)),
            .init("code", .text(1...60), "Stable; for programs to decide by."), .init("detail", .text(1...100_000)),
            .optional("field", .text(0...10_000), "A parameter's name, or the JSON pointer of a member of the body."),
            .optional("value", .text(0...1000)), .optional("accepted", .text(0...10_000)),
            .optional("ids", .array(.text(1...100), count: 0...1000), "The assets that an ambiguous ticker may mean."),
            .optional(
                "problems",
                .array(
                    .object([
                        .init("line", .integer(1...1_000_000_000)), .optional("code", .text(1...60)),
                        .init("message", .text(0...1000)),
                    ]), count: 0...100),
                "The errors in the lines of a file, or in the elements of its list, counted from 1."),
            .optional(
                "line", .integer(1...Schema.largestInteger), "The line of the body that is not accepted, if it has lines."),
            .optional("needed_by", .integer(1...Schema.largestInteger), "The transaction that needs one that is taken back."),
            .optional("needed_on", .day, "The day of that transaction, in UTC."),
            .init("request_id", .text(1...200)),
        ] + trading

    /// The numbers in the messages of simulated accounts and quotas, for clients that translate the messages.
    private static let trading: [Schema.Member] =
        [.optional("left", .integer(0...100), "How many attempts remain.")]
        + [
            "ticker", "have", "need", "amount", "currency", "least", "most", "quoted", "now", "tolerance_percent", "purpose",
            "period",
            "limit", "used", "quota", "level", "age_limit_minutes", "price_time", "price", "requests", "hours", "last_four",
            "expires",
        ].map { .optional($0, .text(1...100)) }
}
