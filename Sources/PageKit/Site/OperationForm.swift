import APIKit

extension TypedOperation {
    /// Handles a form whose fields are the operation's input: performs it and leads to another page.
    package func form(to page: String) -> PageList.Handler {
        { visit, fields in
            _ = try await visit.perform(self, fields)
            return .redirect(page)
        }
    }

    /// The same for a form that is shown again if it is refused.
    ///
    /// - Parameters:
    ///   - names: the fields of the form that the reader fills in.
    ///   - again: returns the page with the form.
    package func form(
        to page: String, _ names: [String],
        again: @escaping @Sendable (_ visit: Visit, _ errors: FormErrors, _ typed: Fields) async throws -> Page
    ) -> PageList.Handler {
        let perform = form(to: page)
        return { visit, fields in
            do {
                return try await perform(visit, fields)
            } catch {
                return .page(try await again(visit, try FormErrors(error, names, visit.words), fields))
            }
        }
    }
}
