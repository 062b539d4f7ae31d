/// A cache limited to a number of bytes; the least recently used values are removed first.
///
/// It is a value type: guard it with a mutex if several threads use it.
package struct BoundedCache<Key: Hashable, Value> {
    private struct Entry {
        let value: Value
        let bytes: Int
        var lastUse: UInt64
    }

    private let maximumBytes: Int
    private var entries: [Key: Entry] = [:]
    private var uses: UInt64 = 0
    /// The total size of the values, in bytes.
    package private(set) var bytes = 0

    /// Creates an empty cache.
    ///
    /// - Parameter maximumBytes: the limit for all values together, in bytes as callers of ``insert(_:for:bytes:)`` count them.
    package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    /// The number of values.
    package var count: Int { entries.count }

    /// Returns the value of a key, and marks it as used.
    package mutating func value(for key: Key) -> Value? {
        uses += 1
        entries[key]?.lastUse = uses
        return entries[key]?.value
    }

    /// Adds a value, or replaces the one of the same key. A value larger than the whole cache is not added.
    ///
    /// A full cache is reduced to three quarters at once, so that sorting by age is rare.
    ///
    /// - Parameter bytes: the size of the value.
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
