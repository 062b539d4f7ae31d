/// Lets a write with a key happen once: the same key with the same request gives the first answer again.
protocol WriteGuard: Sendable {
    /// - Throws: a ``Problem`` of status 422 where the key was used with another request.
    func once(_ key: String, _ call: Call, _ operation: Operation, _ handler: @escaping API.Handler) async throws -> Reply
}
