import PageKit

extension FormErrors {
    /// Adds an error beside each text that has more characters than its field accepts.
    ///
    /// The fields of the journal have no `maxlength`: with it, browsers cut a pasted text without a message.
    mutating func addLongTexts(_ limits: [(name: String, most: Int)], _ typed: Fields, _ words: Words) {
        for (name, most) in limits {
            let count = typed[name].unicodeScalars.count
            guard count > most else { continue }
            let values = ["count": words.format.exact("\(count)"), "most": words.format.exact("\(most)")]
            add(words("expenses.too-long", values), to: name)
        }
    }
}
