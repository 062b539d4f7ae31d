import Synchronization

/// How often one client may send requests.
package struct RequestRate: Sendable, Equatable {
    /// Requests per second in the long run.
    package let perSecond: Double
    /// Requests at once.
    package let burst: Int

    package init(perSecond: Double, burst: Int) { (self.perSecond, self.burst) = (perSecond, burst) }
}

/// Token buckets, one per key. A bucket starts full with `burst` tokens, refills at the rate, and each request takes a token.
///
/// The table is bounded: a new key replaces the least recently used one, which starts with a full bucket when it returns.
package final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    /// The result of taking a token.
    package struct Outcome: Sendable, Equatable {
        package let isAllowed: Bool
        /// The whole requests left.
        package let remaining: Int
        /// Seconds until the next request is allowed; 0 if it already is.
        package let retryAfterSeconds: Double
        /// Seconds until the bucket is full again.
        package let secondsToFull: Double
    }

    fileprivate struct Bucket {
        var key: Key
        var tokens: Double
        var updated: Double
        var newer: Int
        var older: Int
    }

    /// A ring of buckets in order of last use, starting at `newest`.
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
    ///   - capacity: the number of keys kept, at least 1.
    ///   - now: seconds on a clock that never goes back.
    package init(_ rate: RequestRate, capacity: Int, now: @escaping @Sendable () -> Double) {
        table = Mutex(Table(rate: rate))
        self.capacity = max(capacity, 1)
        self.now = now
    }

    /// The current rate. Changing it keeps clients' remaining tokens, up to the new burst.
    package var rate: RequestRate {
        get { table.withLock { $0.rate } }
        set { table.withLock { $0.rate = newValue } }
    }

    /// The number of keys kept now.
    package var count: Int { table.withLock { $0.buckets.count } }

    /// Takes a token from the key's bucket, if it has one left.
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
    /// Returns the index of a key's bucket, which becomes the newest; the bucket is created if the key has none.
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
        // In the ring, the oldest comes after the newest.
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
