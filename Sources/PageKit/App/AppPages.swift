import APIKit

/// The page that is shown without a network if the requested page was never loaded.
package struct AppPages: Sendable {

    package init() {}

    package func add(to pages: inout PageList) {
        pages.get("/offline", .nobody, hasCopy: true) { visit in
            .page(Page("offline", title: visit.words("offline.title"), place: nil, scripts: ["offline"]))
        }
    }
}
