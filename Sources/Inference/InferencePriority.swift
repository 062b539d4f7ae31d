/// Who goes first.
package enum InferencePriority: Hashable, Sendable, CaseIterable {
    /// Somebody waits for the answer.
    case interactive
    /// Batch jobs: served when nothing interactive waits, and at every ninth block otherwise.
    case background
}
