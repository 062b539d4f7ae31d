import HTMLTemplates
import Languages

/// A change of a price or a value: a sign, a triangle and a colour, any two of which are enough.
package enum ChangeView {
    /// - Parameters:
    ///   - ratio: 0.05 is a rise of 5 %; nil if it is not known.
    ///   - decimals: the decimals of the percentage.
    package static func of(_ ratio: Double?, _ words: Words, decimals: Int = 1) -> TemplateValue {
        guard let ratio else { return ["text": .text(Conventions.dash), "class": "none"] }
        let text = words.format.percent(ratio, decimals: decimals)
        return ["text": .text(text), "class": .text(kind(ratio, shown: text))]
    }

    /// The class of a figure with a sign: a figure that is shown as zero has no direction.
    static func kind(_ value: Double, shown text: String) -> String {
        guard text.contains(where: { $0.isNumber && $0 != "0" }) else { return "flat" }
        return value < 0 ? "down" : "up"
    }
}
