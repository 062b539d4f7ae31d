/// Bytes that nobody can guess.
enum RandomBytes {
    /// Returns bytes from the operating system's random numbers.
    static func array(count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in random.next() }
    }
}
