import Server

extension Face {
    /// News from feeds.
    static let news = Face(operations: { parts, api in parts.newsOperations.add(to: &api) })
}
