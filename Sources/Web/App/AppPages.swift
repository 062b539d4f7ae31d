import Server

/// The page that is shown without a network if the requested page was never loaded.
struct AppPages: Sendable {
    func add(to pages: inout PageList) {
        pages.get("/offline", .nobody, hasCopy: true) { visit in
            .page(Page("offline", title: visit.words("offline.title"), place: nil, scripts: ["offline"]))
        }
    }
}
