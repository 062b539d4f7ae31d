import Charts
import HTMLTemplates
import Languages
import Market

extension TimeChart {
    /// Returns the pictures for wide and for narrow screens.
    ///
    /// - Parameters:
    ///   - zoom: the days that a reader chose; nil or days without values for those of `view`.
    ///   - id: begins the ids of clip paths; unique on the page.
    ///   - title: the text that screen readers read instead of the picture.
    func pictures(
        _ zoom: ClosedRange<Day>?, or view: ClosedRange<Day>, isLogarithmic: Bool = false, _ format: Conventions,
        id: String = "clip", title: String
    ) -> (wide: TemplateValue, narrow: TemplateValue) {
        let view = zoom.flatMap(days(within:)) ?? view
        func picture(_ size: ChartSize, _ name: String) -> TemplateValue {
            .html(svg(view: view, size: size, isLogarithmic: isLogarithmic, format, id: "\(id)-\(name)", title: title))
        }
        return (picture(.wide, "wide"), picture(.narrow, "narrow"))
    }
}
