/// Values by keys that together take no more than a number of bytes; those that were used least recently go first.
///
/// It is a value: guard it by a mutex where several threads use it.
package struct BoundedCache<Key: Hashable, Value> {
    private struct Entry {
        let value: Value
        let bytes: Int
        var lastUse: UInt64
    }

    private let maximumBytes: Int
    private var entries: [Key: Entry] = [:]
    private var uses: UInt64 = 0
    /// What the values take.
    package private(set) var bytes = 0

    /// An empty cache.
    ///
    /// - Parameter maximumBytes: what the values may take together, as their callers count.
    package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// How many values there are.
    package var count: Int { entries.count }

    /// Returns the value of a key, which counts as a use.
    package mutating func value(for key: Key) -> Value? {
        uses += 1
        entries[key]?.lastUse = uses
        return entries[key]?.value
    }

    /// Adds a value, or replaces the one of the same key. A value larger than the whole cache is not added.
    ///
    /// A full cache is emptied to three quarters at once, so that the sort by age is rare.
    ///
    /// - Parameter bytes: what the value takes.
    package mutating func insert(_ value: Value, for key: Key, bytes: Int) {
        guard bytes <= maximumBytes else { return }
        uses += 1
        if let old = entries.updateValue(Entry(value: value, bytes: bytes, lastUse: uses), forKey: key) { self.bytes -= old.bytes }
        self.bytes += bytes
        guard self.bytes > maximumBytes else { return }
        for (old, entry) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
            guard self.bytes > maximumBytes / 4 * 3 else { return }
            entries[old] = nil
            self.bytes -= entry.bytes
        }
    }
}
