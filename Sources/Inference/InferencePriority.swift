/// The order of requests.
package enum InferencePriority: Hashable, Sendable, CaseIterable {
    /// A caller waits for the answer.
    case interactive
    /// Batch jobs: served when no interactive request waits, otherwise at every ninth block.
    case background
}
