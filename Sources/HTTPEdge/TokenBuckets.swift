import Synchronization

/// How often one client may send requests.
package struct RequestRate: Sendable, Equatable {
    /// Requests that a client may make in the long run, per second.
    package let perSecond: Double
    /// Requests that it may make at once.
    package let burst: Int

    package init(perSecond: Double, burst: Int) { (self.perSecond, self.burst) = (perSecond, burst) }
}

/// Token buckets, one a key: full with `burst` tokens at first, filled again at the rate, a request takes one.
///
/// The table is bounded: a new key replaces the least recently used one, which starts with a full bucket when it returns.
package final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    package struct Outcome: Sendable, Equatable {
        package let isAllowed: Bool
        /// Whole requests that are left.
        package let remaining: Int
        /// Until the next request is allowed; 0 where it is.
        package let retryAfterSeconds: Double
        /// Until the bucket is full again.
        package let secondsToFull: Double
    }

    fileprivate struct Bucket {
        var key: Key
        var tokens: Double
        var updated: Double
        var newer: Int
        var older: Int
    }

    /// A ring of buckets by age of use; `newest` is where it begins.
    fileprivate struct Table {
        var rate: RequestRate
        var places: [Key: Int] = [:]
        var buckets: [Bucket] = []
        var newest = 0
    }

    private let table: Mutex<Table>
    private let capacity: Int
    private let now: @Sendable () -> Double

    /// - Parameters:
    ///   - capacity: keys that are kept, at least 1.
    ///   - now: seconds on a clock that never goes back.
    package init(_ rate: RequestRate, capacity: Int, now: @escaping @Sendable () -> Double) {
        table = Mutex(Table(rate: rate))
        self.capacity = max(capacity, 1)
        self.now = now
    }

    /// The rate from now on; what clients have left stays, up to the new burst.
    package var rate: RequestRate {
        get { table.withLock { $0.rate } }
        set { table.withLock { $0.rate = newValue } }
    }

    /// Keys that are kept now.
    package var count: Int { table.withLock { $0.buckets.count } }

    /// Takes a token of the key's bucket, where there is one.
    package func take(_ key: Key) -> Outcome {
        let now = now()
        return table.withLock { table in
            let place = table.place(of: key, capacity: capacity, now: now)
            let (rate, burst) = (table.rate.perSecond, Double(table.rate.burst))
            let elapsed = max(now - table.buckets[place].updated, 0)
            var tokens = min(table.buckets[place].tokens + elapsed * rate, burst)
            let isAllowed = tokens >= 1
            if isAllowed { tokens -= 1 }
            table.buckets[place].tokens = tokens
            table.buckets[place].updated = now
            return Outcome(
                isAllowed: isAllowed, remaining: Int(tokens), retryAfterSeconds: isAllowed ? 0 : (1 - tokens) / rate,
                secondsToFull: (burst - tokens) / rate)
        }
    }
}

extension TokenBuckets.Table {
    /// The bucket of a key, which becomes the newest; a new bucket if the key has none.
    fileprivate mutating func place(of key: Key, capacity: Int, now: Double) -> Int {
        if let place = places[key] {
            if place != newest { moveToFront(place) }
            return place
        }
        let full = Double(rate.burst)
        guard buckets.count == capacity else {
            let place = buckets.count
            buckets.append(.init(key: key, tokens: full, updated: now, newer: place, older: place))
            if place > 0 { insertAtFront(place) }
            places[key] = place
            return place
        }
        // The ring's newest has the oldest on its newer side.
        let place = buckets[newest].newer
        places[buckets[place].key] = nil
        (buckets[place].key, buckets[place].tokens, buckets[place].updated) = (key, full, now)
        places[key] = place
        newest = place
        return place
    }

    private mutating func moveToFront(_ place: Int) {
        let (newer, older) = (buckets[place].newer, buckets[place].older)
        buckets[newer].older = older
        buckets[older].newer = newer
        insertAtFront(place)
    }

    private mutating func insertAtFront(_ place: Int) {
        let oldest = buckets[newest].newer
        (buckets[place].older, buckets[place].newer) = (newest, oldest)
        buckets[newest].newer = place
        buckets[oldest].older = place
        newest = place
    }
}
