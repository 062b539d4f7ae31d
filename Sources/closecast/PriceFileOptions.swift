import ArgumentParser
import Market
import Platform

/// Options for price files whose columns, dates or numbers cannot be recognised.
struct PriceFileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A column by its name in the header: close=Last, date=Day, symbol=Pair, …", valueName: "kind=name"))
    var column: [String] = []

    @Option(help: ArgumentHelp("How the file writes dates, e.g. dd/MM/yyyy.", valueName: "pattern"))
    var dateFormat: String?

    @Option(help: ArgumentHelp("The coin to read from a file with several, as written in the file.", valueName: "coin"))
    var coin: String?

    @Option(
        help: ArgumentHelp(
            "What the times in the date column are: the start of the day (open), or the time of the price (close).",
            valueName: "open|close"))
    var stamp: StampMeaning?

    @Option(
        help: ArgumentHelp(
            "The currency of the prices (default: that of the symbol, the column, the file's name or a sign, or USD).",
            valueName: "code"))
    var quote: String?

    @Option(help: ArgumentHelp("The decimal sign of the prices: point or comma.", valueName: "sign"))
    var decimal: DecimalSign?

    @Option(help: ArgumentHelp("What the volumes count: coins, or the currency of the prices (quote).", valueName: "coins|quote"))
    var volumeUnit: VolumeUnit?

    func validate() throws { _ = try form() }

    /// Returns the form that the options describe.
    func form() throws -> PriceFileForm {
        var form = PriceFileForm(coin: coin)
        do {
            for pair in column { try form.addColumns(pair) }
            form.dateFormat = try dateFormat.map { try DatePattern($0) }
            (form.stamp, form.decimal, form.volumeUnit) = (stamp, decimal, volumeUnit)
            form.quote = try quote.map(PriceFileForm.quote)
        } catch let error as PriceFileFormError {
            throw ValidationError(error.description)
        }
        return form
    }
}

extension StampMeaning: ExpressibleByArgument {}
extension DecimalSign: ExpressibleByArgument {}
extension VolumeUnit: ExpressibleByArgument {}

extension PriceFileForm {
    /// The form for a file on disk. Its last row is left out if the file was written before that day ended.
    func ofFile(_ path: String) -> PriceFileForm {
        var form = self
        let changedAt = Files.changedAt(path)
        if changedAt > 0 { form.writtenAt = changedAt / 1_000_000_000 }
        return form
    }
}
