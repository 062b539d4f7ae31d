/// Unpredictable bytes.
enum RandomBytes {
    /// Returns bytes from the operating system's random number generator.
    static func array(count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in random.next() }
    }
}
