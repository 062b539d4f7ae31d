/// A queue of requests in order of arrival. Removed requests are released at once, which an array slice would not do.
struct RequestLine {
    struct Place {
        let request: QueuedRequest
        /// The number of series already taken.
        var taken = 0
        /// Ascends in order of arrival.
        let number: Int

        var left: Int { request.count - taken }
    }

    /// The oldest requests in reverse order; empty only if the whole line is.
    private var front: [Place] = []
    private var back: [Place] = []

    var first: Place? { front.last }
    var isEmpty: Bool { front.isEmpty }
    var requests: [QueuedRequest] { front.reversed().map(\.request) + back.map(\.request) }

    mutating func append(_ place: Place) {
        back.append(place)
        refill()
    }

    /// Takes series of the first request, which leaves the line with its last one.
    mutating func takeFirst(_ count: Int) -> Range<Int> {
        let last = front.count - 1
        let taken = front[last].taken
        front[last].taken += count
        if front[last].left == 0 { front.removeLast() }
        refill()
        return taken..<taken + count
    }

    /// Removes a request.
    ///
    /// - Returns: the number of its series that were left; 0 if it was not waiting.
    mutating func remove(_ request: QueuedRequest) -> Int {
        if let index = front.firstIndex(where: { $0.request === request }) {
            defer { refill() }
            return front.remove(at: index).left
        }
        guard let index = back.firstIndex(where: { $0.request === request }) else { return 0 }
        return back.remove(at: index).left
    }

    private mutating func refill() {
        guard front.isEmpty else { return }
        front = back.reversed()
        back = []
    }
}
