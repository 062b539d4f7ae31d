import Charts
import HTMLTemplates
import Languages
import Market

extension TimeChart {
    /// Returns the pictures of a page, one for each size. The style sheet shows the one that fits.
    ///
    /// - Parameters:
    ///   - zoom: the days that a reader chose; nil or days without values for those of `view`.
    ///   - sizes: add ``ChartSize/full`` where the chart's card is as wide as the page.
    ///   - id: begins the ids of clip paths; unique on the page.
    ///   - title: the text that screen readers read instead of the picture.
    package func pictures(
        _ zoom: ClosedRange<Day>?, or view: ClosedRange<Day>, isLogarithmic: Bool = false, _ format: Conventions,
        sizes: [ChartSize] = [.wide, .narrow], id: String = "clip", title: String
    ) -> TemplateValue {
        let view = zoom.flatMap(days(within:)) ?? view
        let pictures = sizes.map { size in
            svg(view: view, size: size, isLogarithmic: isLogarithmic, format, id: "\(id)-\(size.name ?? "")", title: title)
        }
        return .html(pictures.joined(separator: "\n"))
    }
}
