#if DEBUG
    import HTTPTypes
    import Hummingbird
    import NIOCore

    /// The gallery of all components in all their states, which tests photograph, and the list of all page routes with what they
    /// need, which `RightsTests` and `scripts/fuzz-server` read; only in debug builds.
    struct Gallery: Sendable {
        private static let style = "styles/styleguide.css"

        func add(to pages: inout PageList) {
            pages.get("/styleguide", .nobody) { visit in
                var page = Page("styleguide-page", title: "Components", place: nil)
                page.styles = [Self.style]
                return .page(page)
            }
            let lines = pages.routes.map { "\($0.method) \($0.path) \($0.need)\n" }.joined()
            pages.get("/styleguide/routes", .nobody) { _ in
                let headers: HTTPFields = [.contentType: "text/plain; charset=utf-8"]
                return .response(Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: lines))))
            }
        }
    }
#endif
