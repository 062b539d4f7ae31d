/// Whose data something is.
package enum Owner {
    /// The owner on a person's own machine, where nobody signs in.
    package static let local = "local"
}
