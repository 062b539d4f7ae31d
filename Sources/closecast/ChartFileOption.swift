import ArgumentParser
import Platform

/// The option `--svg`: a chart as a file, in addition to the command's output.
struct ChartFileOption: ParsableArguments {
    @Option(
        help: ArgumentHelp("Also draw a chart into this SVG file.", valueName: "file"), completion: .file(extensions: ["svg"]))
    var svg: String?

    func validate() throws {
        guard let svg, svg.isEmpty || svg == "-" || Files.isFolder(svg) else { return }
        throw ValidationError("--svg \"\(svg)\" is not a file's name; expected one such as chart.svg")
    }

    /// Writes the chart if the option is given.
    func write(_ document: @autoclosure () -> String) throws(Failure) {
        guard let svg else { return }
        do throws(FileError) {
            try Files.write(Array(document().utf8), to: svg)
        } catch {
            throw Failure(error)
        }
    }
}
