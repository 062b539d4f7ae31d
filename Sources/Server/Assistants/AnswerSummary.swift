import Forecasting
import JSONText
import Market

/// What an assistant reads first in an answer: what it is, and how far a forecast in it can be trusted.
enum AnswerSummary {
    /// - Parameters:
    ///   - note: what the answer is.
    ///   - document: the answer.
    static func text(_ note: String, _ document: JSONValue) -> String {
        var sentences = [note]
        if let elements = document["data"]?.array {
            let hasMore = document["next_cursor"]?.string != nil
            sentences.append("\(elements.count) in data" + (hasMore ? "; for more, call again with next_cursor as cursor." : "."))
        }
        if let skill = document["skill"]?.array {
            sentences += skill.isEmpty ? ["The model's skill is not measured."] : skill.map(sentence)
        }
        let noted = [document] + (document["forecasts"]?.array ?? [])
        sentences += noted.flatMap { $0["notes"]?.array?.compactMap(\.string) ?? [] }.map { "Note: \($0)." }
        return sentences.joined(separator: " ")
    }

    /// The skill and the coverage of one period.
    private static func sentence(_ period: JSONValue) -> String {
        let groups = period["groups"]?.array ?? []
        // The last group is that of all days, unless it is the only one.
        let parts = groups.count > 1 ? groups.dropLast() : groups[...]
        let skill = parts.map { "days \(days($0)) \(figure($0["crps_to_naive"]))" }.joined(separator: ", ")
        let shares = (groups.last?["coverage"]?.array ?? []).compactMap(\.number)
        let held = zip(["50", "80", "95"], shares).map { "\($0) % band \(PriceText.fixed($1 * 100, decimals: 0)) %" }
        return "Measured skill (CRPS) against the last price, with its 95 % interval: \(skill). Closes that fell into the "
            + "\(held.joined(separator: ", ")). Measured on \(period["period"]?.string ?? "unseen days"): "
            + "\(period["coins"]?.integer ?? 0) coins, \(period["origins"]?.integer ?? 0) cutoffs from "
            + "\(period["first_cutoff"]?.string ?? "?") to \(period["last_cutoff"]?.string ?? "?")."
    }

    private static func days(_ group: JSONValue) -> String {
        (group["steps"]?.array ?? []).compactMap { $0.integer.map(String.init) }.joined(separator: "-")
    }

    /// Returns 1 - loss / naive loss in percent: `+2.7 % [0.7, 6.1]`.
    ///
    /// - Parameter ratio: the loss relative to the naive one, with its interval, as the documents have it.
    private static func figure(_ ratio: JSONValue?) -> String {
        let percentages = (ratio?.array ?? []).compactMap(\.number).map { (1 - $0) * 100 }
        guard percentages.count == 3 else { return "unknown" }
        let texts = percentages.map { PriceText.fixed($0, decimals: 1) }
        return "\(percentages[0] > 0 ? "+" : "")\(texts[0]) % [\(texts[2]), \(texts[1])]"
    }
}
