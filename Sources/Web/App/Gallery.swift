#if DEBUG
    import Server

    /// The gallery of all components in all their states, which tests photograph; in debug builds only.
    struct Gallery: Sendable {
        private static let style = "styles/styleguide.css"

        func add(to pages: inout PageList) {
            pages.get("/styleguide", .nobody) { visit in
                var page = Page("styleguide-page", title: "Components", place: nil)
                page.styles = [Self.style]
                return .page(page)
            }
        }
    }
#endif
