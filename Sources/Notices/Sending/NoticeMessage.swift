import Languages

/// What is sent at once: a notice, or a digest of several.
struct NoticeMessage: Sendable {
    /// That of the notice, or `g_` and 16 hexadecimal digits; the same for each attempt.
    let id: String
    /// Oldest first.
    let notices: [InboxNotice]
    let isDigest: Bool

    /// The notices of a digest; more are sent in another one.
    static let mostNotices = 500
    /// The bytes of a text: ntfy takes up to 4,096 as a message.
    private static let longestText = 3500

    /// The path of the page that shows more.
    var link: String { isDigest ? "/since" : notices.first?.link ?? "/notices" }

    func sentences(in language: Language) -> [String] { notices.map { $0.text(in: language) } }

    /// The sentence of a notice, or a list of those of a digest, which names how many it leaves out.
    func text(in language: Language) -> String {
        let sentences = sentences(in: language)
        guard isDigest else { return sentences.first ?? "" }
        var (lines, bytes) = ([String](), 0)
        for sentence in sentences {
            bytes += sentence.utf8.count + 5
            guard bytes <= Self.longestText else { break }
            lines.append("• \(sentence)")
        }
        let left = sentences.count - lines.count
        guard left > 0 else { return lines.joined(separator: "\n") }
        let more =
            switch language {
            case .english: "More notices: \(left)"
            case .italian: "Altre notifiche: \(left)"
            case .russian: "Ещё уведомлений: \(left)"
            case .kazakh: "Тағы хабарламалар: \(left)"
            }
        return (lines + [more]).joined(separator: "\n")
    }
}
