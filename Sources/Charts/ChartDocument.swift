import Languages
import Market
import Platform

extension TimeChart {
    /// Draws the chart as an SVG file that needs nothing else: for a README, a mail or a slide.
    ///
    /// It has the colours of the pages: light, or dark if the reader prefers that. Its words are in the language of `conventions`.
    ///
    /// - Parameters:
    ///   - title: above the picture: "SIM01, USD".
    ///   - description: the text that screen readers read instead of the picture.
    ///   - source: below the picture: who drew it, from which prices and when. A picture is passed on without the page around it.
    package func document(
        view: ClosedRange<Day>, size: ChartSize = ChartSize(width: 880, height: 400), isLogarithmic: Bool = false,
        _ conventions: Conventions, title: String, description: String, source: String
    ) -> String {
        let (head, foot) = (34.0, 26.0)
        let layout = ChartLayout(self, ChartView(view), size, isLogarithmic: isLogarithmic, conventions)
        let chart = ChartMarkup.text(layout, id: "plot")
        let (width, height) = (SVGText.number(size.width), SVGText.number(head + size.height + foot))
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
            role="img" aria-labelledby="title description" lang="\(conventions.language.tag)">
            <title id="title">\(HTMLText.escaped(title))</title>
            <desc id="description">\(HTMLText.escaped(description))</desc>
            <style>\(Self.style)</style>
            <rect class="page" width="\(width)" height="\(height)" rx="8"/>
            <text class="title" x="16" y="28">\(HTMLText.escaped(title))</text>
            <g transform="translate(0,\(SVGText.number(head)))">\(chart)</g>
            <text class="source" x="16" y="\(SVGText.number(head + size.height + 14))">\(HTMLText.escaped(source))</text>
            </svg>

            """
    }

    /// The rules of `web/shared/styles/charts.css` that a file needs, with the colours of the pages.
    private static let style = """

        svg { --page: #ffffff; --ink: #0d1b33; --quiet: #56657e; --grid: #dbe3ed; --line: #0f2344; --fan: #2a68dd; --middle: #1a4fae;
          --past: #6b5a91 }
        @media (prefers-color-scheme: dark) {
          svg { --page: #111c31; --ink: #e9f0fc; --quiet: #98a9c6; --grid: #243451; --line: #dce9ff; --fan: #5c9dff; --middle: #a9cdff;
            --past: #b6a6dd }
        }
        text { font: 500 11.5px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; fill: var(--quiet);
          font-variant-numeric: tabular-nums }
        .page { fill: var(--page) } .title { font-size: 15px; font-weight: 650; fill: var(--ink) }
        .axis path { stroke: var(--grid); fill: none } .day { text-anchor: middle } .strong { fill: var(--ink); font-weight: 650 }
        .ahead { fill: var(--fan); fill-opacity: 0.045 }
        .line { fill: none; stroke: var(--line); stroke-width: 1.75; stroke-linejoin: round; stroke-linecap: round }
        .line-put-in { stroke: var(--quiet); stroke-width: 1.5; stroke-dasharray: 2 4 }
        .band { fill: var(--fan); fill-opacity: 0.15; stroke: var(--fan); stroke-opacity: 0.75; stroke-linejoin: round }
        .band-95 { stroke-width: 0.75 } .band-80 { fill-opacity: 0.2 } .band-50 { fill-opacity: 0.3; stroke-opacity: 0.9 }
        .middle { fill: none; stroke: var(--middle); stroke-width: 1.5; stroke-dasharray: 5 4 }
        .past .band { fill: var(--past); stroke: var(--past) } .past .middle, .issued { stroke: var(--past) }
        .issued { stroke-dasharray: 2 3 } text.issue { fill: var(--past) }
        path.today { stroke: var(--quiet); stroke-dasharray: 3 3 } text.today { text-anchor: middle; font-weight: 600 }
        .now { fill: var(--line); stroke: var(--page); stroke-width: 2 }
        circle.mark { fill: var(--page); stroke: var(--line); stroke-width: 1.5 }
        text.mark, text.level { paint-order: stroke; stroke: var(--page); stroke-width: 3px; stroke-linejoin: round }
        text.level { text-anchor: end; fill: var(--line); font-weight: 650; stroke-opacity: 0.55 }
        .tag rect { fill: var(--line) } .tag text { fill: var(--page); font-weight: 650 }

        """
}
