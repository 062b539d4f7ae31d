import ArgumentParser

/// One shard of a batch that is split between processes: `2/4` is the second of four.
struct Shard {
    let number: Int
    let count: Int

    /// All lines.
    static let whole = Shard(number: 1, count: 1)

    private init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

    init(argument: String) throws {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, (1...count).contains(number) else {
            throw ValidationError("\"\(argument)\" is not a part; expected i/n with i from 1 to n, such as 2/4")
        }
        self.number = number
        self.count = count
    }
}
