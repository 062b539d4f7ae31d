import Digests
import Market

/// Identifies the closes that a forecast was made from.
package enum InputHash {
    /// Returns the SHA-256, as 64 lower-case hexadecimal digits, of the cutoff as a 64-bit integer (days since 1970-01-01)
    /// followed by the closes as 64-bit floats (IEEE 754), oldest first, each little-endian: 4,008 bytes for 500 closes. A history with
    /// details is followed by open, high, low and volume of each day in the same form; -1 stands for a value that is not known.
    ///
    /// - Parameter context: exactly what the model read.
    package static func of(_ context: PriceHistory) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(8 * (context.count + 1))
        func append(_ word: UInt64) {
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift))) }
        }
        append(UInt64(bitPattern: Int64(context.lastDay.daysSince1970)))
        for close in context.closes { append(close.bitPattern) }
        for day in context.details {
            for value in [day.open, day.high, day.low, day.volume] { append((value ?? -1).bitPattern) }
        }
        return SHA256.hexadecimal(of: bytes)
    }
}
