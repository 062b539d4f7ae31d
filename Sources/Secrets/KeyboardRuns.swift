/// Texts that follow the keyboard or the alphabet: `qwertyuiop`, `1qaz2wsx`, `abcdef`, `987654`, `aaa`.
enum KeyboardRuns {
    /// The shortest piece that counts as a run.
    private static let shortest = 3

    /// Characters in the order of keys and alphabets, in lower case.
    private static let rows = [
        "1234567890", "01234567890", "!@#$%^&*()_+", "abcdefghijklmnopqrstuvwxyz",
        // Rows of English, German and French keyboards.
        "`1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "qwertzuiopü", "asdfghjklöä", "yxcvbnm,.-", "azertyuiop",
        "qsdfghjklm", "wxcvbn",
        // Columns.
        "1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "8ik,", "9ol.", "0p;/", "1q2w3e4r5t6y7u8i9o0p",
        "q1w2e3r4t5y6u7i8o9p0",
        // The rows of a Russian and a Ukrainian keyboard, and the alphabet.
        "йцукенгшщзхъ", "йцукенгшщзхї", "фывапролджэ", "фівапролджє", "ячсмитьбю", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    ].map { Array($0.unicodeScalars) }

    /// Returns true if the text is made of runs only, each of 3 or more characters, forward, backward, or the same one repeated.
    ///
    /// - Parameter text: in lower case.
    static func cover(_ text: [Unicode.Scalar]) -> Bool {
        guard !text.isEmpty else { return false }
        // The positions at which a run may start because everything before them is covered.
        var isReachable = [Bool](repeating: false, count: text.count + 1)
        isReachable[0] = true
        for start in text.indices where isReachable[start] {
            let longest = longestRun(text[start...])
            guard longest >= shortest else { continue }
            for length in shortest...longest { isReachable[start + length] = true }
        }
        return isReachable[text.count]
    }

    /// The length of the longest run at the start of a text.
    private static func longestRun(_ text: ArraySlice<Unicode.Scalar>) -> Int {
        guard let first = text.first else { return 0 }
        var longest = text.prefix { $0 == first }.count
        for row in rows {
            for (place, scalar) in row.enumerated() where scalar == first {
                longest = max(longest, commonLength(text, row[place...]), commonLength(text, row[...place].reversed()))
            }
        }
        return longest
    }

    private static func commonLength(_ text: ArraySlice<Unicode.Scalar>, _ row: some Sequence<Unicode.Scalar>) -> Int {
        zip(text, row).prefix { $0 == $1 }.count
    }
}
