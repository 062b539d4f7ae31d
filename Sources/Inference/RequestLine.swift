/// Requests in the order of their arrival. What leaves is let go at once, which a slice of an array would not do.
struct RequestLine {
    struct Place {
        let request: QueuedRequest
        /// How many of its series were taken.
        var taken = 0
        /// Lower for what came first.
        let number: Int

        var left: Int { request.count - taken }
    }

    /// The first ones, last to first; empty only when all are.
    private var front: [Place] = []
    private var back: [Place] = []

    var first: Place? { front.last }
    var isEmpty: Bool { front.isEmpty }
    var requests: [QueuedRequest] { front.reversed().map(\.request) + back.map(\.request) }

    mutating func append(_ place: Place) {
        back.append(place)
        refill()
    }

    /// Takes series of the first request, which leaves with its last one.
    mutating func takeFirst(_ count: Int) -> Range<Int> {
        let last = front.count - 1
        let taken = front[last].taken
        front[last].taken += count
        if front[last].left == 0 { front.removeLast() }
        refill()
        return taken..<taken + count
    }

    /// - Returns: how many of its series were left; 0 where it does not wait.
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
