import ArgumentParser
import Market

/// Options for price files whose columns, dates or numbers cannot be recognised.
struct PriceFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A column by its name in the header: close=Last, date=Day, symbol=Pair, …", valueName: "kind=name"))
    var column: [String] = []

    @Option(help: ArgumentHelp("How the file writes dates, e.g. dd/MM/yyyy.", valueName: "pattern"))
    var dateFormat: String?

    @Option(help: ArgumentHelp("The coin to read from a file of several, as the file writes it.", valueName: "coin"))
    var coin: String?

    func validate() throws { _ = try form() }

    /// Returns the form that the options describe.
    func form() throws -> PriceFileForm {
        var form = PriceFileForm(coin: coin)
        do {
            for pair in column { try form.addColumns(pair) }
            form.dateFormat = try dateFormat.map { try DatePattern($0) }
        } catch let error as PriceFileFormError {
            throw ValidationError(error.description)
        }
        return form
    }
}
