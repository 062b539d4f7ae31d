/// The forms of a page, as a browser without scripts sends them.
package enum PageForm {
    /// Returns the fields of the form with an id, with the values that it starts with.
    package static func fields(of id: String, in page: String) -> [(String, String)] {
        guard let start = page.range(of: "id=\"\(id)\">"), let end = page[start.upperBound...].range(of: "</form>")
        else { return [] }
        let form = page[start.upperBound..<end.lowerBound]
        let inputs = form.matches(of: /<input [^>]*>/).compactMap { input($0.output) }
        let choices = form.matches(of: /(?s)<select ([^>]*)>(.*?)<\/select>/).compactMap { choice($0.output.1, $0.output.2) }
        return inputs + choices
    }

    /// A box that is not ticked sends nothing.
    private static func input(_ tag: Substring) -> (String, String)? {
        let isBox = ["checkbox", "radio"].contains(attribute("type", of: tag))
        guard let name = attribute("name", of: tag), !isBox || tag.contains(" checked") else { return nil }
        // Browsers remove line breaks from an input, and what is no day from a date.
        let value = (attribute("value", of: tag) ?? "").filter { !$0.isNewline }
        let isBad = attribute("type", of: tag) == "date" && value.wholeMatch(of: /\d{4}-\d\d-\d\d/) == nil
        return (name, isBad ? "" : value)
    }

    private static func choice(_ tag: Substring, _ options: Substring) -> (String, String)? {
        let options = options.matches(of: /<option [^>]*>/).map(\.output)
        let chosen = options.first { $0.contains(" selected") } ?? options.first
        guard let name = attribute("name", of: tag), let option = chosen else { return nil }
        return (name, attribute("value", of: option) ?? "")
    }

    private static func attribute(_ name: String, of tag: Substring) -> String? {
        guard let start = (" " + tag).range(of: " \(name)=\"") else { return nil }
        return text((" " + tag)[start.upperBound...].prefix { $0 != "\"" })
    }

    private static func text(_ html: Substring) -> String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(String(html)) {
            $0.replacing($1.0, with: $1.1)
        }
    }
}
