/// The owner of data.
package enum Owner {
    /// The owner on a person's own machine, where there is no sign-in.
    package static let local = "local"
}
