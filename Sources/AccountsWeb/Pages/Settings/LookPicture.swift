import People

/// Small pictures of a page in each appearance, as choices.
enum LookPicture {
    private struct Colours {
        let (ground, card, fan, line): (String, String, String, String)
        static let light = Colours(ground: "#f1f5fa", card: "#ffffff", fan: "#2a68dd", line: "#0f2344")
        static let dark = Colours(ground: "#0a1120", card: "#111c31", fan: "#5c9dff", line: "#dce9ff")

        /// A part of the picture from `x` on.
        func page(x: Int, width: Int) -> String {
            "<svg x=\"\(x)\" width=\"\(width)\" height=\"80\" viewBox=\"\(x) 0 \(width) 80\">"
                + "<path fill=\"\(ground)\" d=\"M0 0h120v80H0z\"/><rect x=\"12\" y=\"12\" width=\"96\" height=\"56\" rx=\"6\" fill=\"\(card)\"/>"
                + "<path d=\"M62 42 100 22v40z\" fill=\"\(fan)\" fill-opacity=\".35\"/><path d=\"M62 42 100 33v18z\" fill=\"\(fan)\" fill-opacity=\".55\"/>"
                + "<path d=\"m20 52 13-12 11 7 18-5\" fill=\"none\" stroke=\"\(line)\" stroke-width=\"2.5\" stroke-linejoin=\"round\"/></svg>"
        }
    }

    static func svg(_ look: Person.Choices.Appearance) -> String {
        let parts =
            switch look {
            case .automatic: Colours.light.page(x: 0, width: 60) + Colours.dark.page(x: 60, width: 60)
            case .light: Colours.light.page(x: 0, width: 120)
            case .dark: Colours.dark.page(x: 0, width: 120)
            }
        return "<svg viewBox=\"0 0 120 80\" aria-hidden=\"true\">\(parts)</svg>"
    }
}
