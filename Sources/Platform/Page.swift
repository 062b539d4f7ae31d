/// The beginning of a longer list, and whether more follows.
package struct Page<Element> {
    /// At most as many elements as the page holds.
    package let elements: ArraySlice<Element>
    /// Whether there are more elements.
    package let hasMore: Bool

    /// Cuts a page from the beginning of a list.
    ///
    /// - Parameter limit: the largest number of elements on the page.
    package init(_ list: ArraySlice<Element>, limit: Int) {
        (elements, hasMore) = (list.prefix(limit), list.count > limit)
    }

    /// Reads a page. One more element is requested than the page holds, to know whether there are more.
    ///
    /// - Parameters:
    ///   - limit: the largest number of elements on the page.
    ///   - read: returns up to the given number of elements.
    package init(limit: Int, _ read: (Int) async throws -> [Element]) async rethrows {
        self.init(try await read(limit + 1)[...], limit: limit)
    }
}

extension Page: Sendable where Element: Sendable {}
