import Server

/// The page for what was never loaded when there is no network.
struct AppPages: Sendable {
    func add(to pages: inout PageList) {
        pages.get("/offline", .nobody, hasCopy: true) { visit in
            .page(Page("offline", title: visit.words("offline.title"), place: nil, scripts: ["offline"]))
        }
    }
}
