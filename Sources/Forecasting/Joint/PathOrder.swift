/// Sorts sample paths by score; ties are ordered by path number.
///
/// Uses a least-significant-digit radix sort of the scores' bits, eleven bits at a time. A thousand paths of ten coins on 96
/// days make a million scores; a comparison sort takes several times as long.
struct PathOrder {
    private static let digits = 3
    private static let digitBits = 11
    private static let digitValues = 1 << digitBits

    /// The number of paths.
    let count: Int
    /// Sort keys: the score as an order-preserving integer in the upper half, its path in the lower half.
    private var keys: [UInt64]
    private var spare: [UInt64]
    /// Shape `[digits, digitValues]`: first the number of keys with each digit, then the index of the next key with that digit.
    private var places: [Int32]

    init(count: Int) {
        self.count = count
        keys = [UInt64](repeating: 0, count: count)
        spare = keys
        places = [Int32](repeating: 0, count: Self.digits * Self.digitValues)
    }

    /// Sorts the paths by ascending score.
    ///
    /// - Parameter scores: shape `[count]`, without NaN.
    mutating func sort(_ scores: [Float]) {
        precondition(scores.count == count, "a score for each of \(count) paths is needed")
        read(scores)
        for digit in 0..<Self.digits { move(by: digit) }
    }

    /// Calls `body` with each path and its rank, from the lowest score to the highest.
    @inline(__always)
    func forEach(_ body: (_ place: Int, _ path: Int) -> Void) {
        keys.withUnsafeBufferPointer { keys in
            for place in 0..<keys.count { body(place, Int(keys[place] & 0xFFFF_FFFF)) }
        }
    }

    private mutating func read(_ scores: [Float]) {
        let count = count
        scores.withUnsafeBufferPointer { scores in
            keys.withUnsafeMutableBufferPointer { keys in
                places.withUnsafeMutableBufferPointer { places in
                    places.update(repeating: 0)
                    for path in 0..<count {
                        // As integers, negative floats sort in reverse and above the positive ones. Adding 0 makes -0 equal to 0.
                        let bits = (scores[path] + 0).bitPattern
                        let ordered = bits ^ (UInt32(bitPattern: Int32(bitPattern: bits) >> 31) | 0x8000_0000)
                        keys[path] = UInt64(ordered) << 32 | UInt64(UInt32(truncatingIfNeeded: path))
                        for digit in 0..<Self.digits { places[Self.place(of: keys[path], digit)] += 1 }
                    }
                }
            }
        }
    }

    /// Performs one stable pass of the radix sort.
    private mutating func move(by digit: Int) {
        let count = count
        keys.withUnsafeBufferPointer { keys in
            spare.withUnsafeMutableBufferPointer { spare in
                places.withUnsafeMutableBufferPointer { places in
                    var sum: Int32 = 0
                    for place in digit * Self.digitValues..<(digit + 1) * Self.digitValues {
                        (places[place], sum) = (sum, sum + places[place])
                    }
                    for index in 0..<count {
                        let key = keys[index]
                        let place = Self.place(of: key, digit)
                        spare[Int(places[place])] = key
                        places[place] += 1
                    }
                }
            }
        }
        swap(&keys, &spare)
    }

    @inline(__always)
    private static func place(of key: UInt64, _ digit: Int) -> Int {
        digit << digitBits | Int(truncatingIfNeeded: key >> UInt64(32 + digit * digitBits)) & (digitValues - 1)
    }
}
