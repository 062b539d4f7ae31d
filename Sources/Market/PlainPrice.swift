import JSONText

/// Parses the usual form of prices in files, digits with at most one point among them, without creating a string.
package enum PlainPrice {
    /// Returns the nearest double, as `Double(_: String)` does. Returns nil for all other forms, for more than 19 digits after
    /// leading zeros, and for more decimals than ``NearestDouble`` accepts.
    package static func value(_ bytes: ArraySlice<UInt8>) -> Double? {
        var (digits, count, decimals): (UInt64, Int, Int?) = (0, 0, nil)
        for (index, byte) in zip(bytes.indices, bytes) {
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                if digits > 0 || digit > 0 { count += 1 }
                guard count <= 19 else { return nil }
                digits = digits &* 10 &+ UInt64(digit)
            } else if byte == UInt8(ascii: "."), decimals == nil, index > bytes.startIndex {
                decimals = bytes.endIndex - index - 1
            } else {
                return nil
            }
        }
        guard !bytes.isEmpty, decimals != 0, decimals ?? 0 <= NearestDouble.maximumDecimals else { return nil }
        return NearestDouble.value(digits, decimals: decimals ?? 0)
    }
}
