import ArgumentParser
import JSONText
import Ledger
import Market
import MarketData
import Platform
import Portfolio
import Text

struct HistoryImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Store the closes of files.",
        discussion: """
            EXAMPLES
              closecast history import BTC.csv ETH.csv
              closecast history import prices/
              closecast history import export.csv --ticker BTC --since 2020-10-10
              closecast history import eurofxref-hist.zip --since 2020-01-01
              closecast history import tenge.csv --currency KZT --per USD
              closecast history import BTC.csv --skip-day 2024-10-31
              closecast history import export.csv --ticker BTC --column close=Last \\
                --column date=Day --date-format dd/MM/yyyy

            A file is named after its ticker; a file with a column of symbols may hold \
            several coins, which are stored one by one. Files from yfinance, \
            CryptoDataDownload and Binance need no options.

            The European Central Bank's eurofxref-hist.csv, also zipped, has the rates of \
            all its currencies; --currency reads one of them.

            Importing a file again changes nothing. A close that differs from the \
            stored one by more than rounding is reported, and replaced only with \
            --replace. A file that contradicts the stored closes on nearly all days, \
            or jumps away from them, is refused: it is probably off by a day, or of another coin.
            """)

    @Argument(help: ArgumentHelp("Price files, folders of them, or - for standard input.", valueName: "file"), completion: .file())
    var files: [String]

    @Option(help: ArgumentHelp("The asset of a single file (default: its name).", valueName: "ticker|id"), completion: .assets)
    var ticker: String?

    @Option(
        help: ArgumentHelp("The currency whose rates a single file has, instead of --ticker.", valueName: "code"),
        completion: Currency.completion, transform: Currency.argument)
    var currency: Currency?

    @Option(
        help: ArgumentHelp(
            "With --currency: the file's rates are units of the currency for one unit of this one, such as USD.", valueName: "code"),
        completion: Currency.completion, transform: Currency.argument)
    var per: Currency?

    @OptionGroup var fileOptions: PriceFileOptions

    @Option(help: ArgumentHelp("Leave out the days before it.", valueName: "date"), transform: Day.argument)
    var since: Day?

    @OptionGroup var skipOption: SkipDayOption

    @Flag(help: "Replace stored closes that differ.")
    var replace = false

    @Flag(help: "One JSON object.")
    var json = false

    @OptionGroup var storeOptions: StoreOptions

    func validate() throws {
        if ticker != nil, currency != nil { throw ValidationError("give --ticker or --currency, not both") }
        guard let per else { return }
        guard let currency else { throw ValidationError("--per \(per) needs --currency: the currency that the rates are of") }
        if per == currency { throw ValidationError("--per \(per): give another currency than --currency") }
    }

    /// The name of the asset of a single file, as typed.
    private var typedName: String? { currency?.asset.description ?? ticker }

    func run() async throws {
        try await reportingFailures {
            let sources = try sources()
            // A refused file leaves no empty database behind: a new one is made for the first accepted file.
            var store = Files.exists(try storeOptions.path()) ? try storeOptions.openOrMake() : nil
            var imports: [ImportedCloses] = []
            var failures: [Failure] = []
            // One bad file does not stop the others.
            for (name, file) in sources {
                do {
                    if file == "-" { Console.noteTypedInput() }
                    let bytes = try Files.readOrFail(file)
                    let isFirst = store == nil
                    if isFirst { try await tryOut(bytes, of: file, as: name) }
                    let opened = try store ?? storeOptions.openOrMake()
                    store = opened
                    // The trial has already printed the notes.
                    try await importFile(bytes, of: file, as: name, opened, &imports, note: isFirst ? { _ in } : Console.note)
                } catch {
                    failures.append(Failure(error))
                }
            }
            if !imports.isEmpty { try Console.write(json ? Self.document(imports) : imports.map(\.text).joined()) }
            if let first = failures.first {
                throw Failure(failures.map(\.message).joined(separator: "\n"), first.status)
            }
            if let changed = imports.first(where: { !$0.result.changes.isEmpty && !$0.result.isReplaced }) {
                Console.note(
                    "closes of \(changed.asset.ticker) that differ were kept as stored; to take the new ones, repeat the command with --replace"
                )
            }
        }
    }

    /// Returns the files, each with the name of its asset as typed or as read from the file's name.
    private func sources() throws(Failure) -> [(name: String, file: String)] {
        var expanded: [String] = []
        for file in files { expanded += Files.isFolder(file) ? try Resources.csvFiles(in: file) : [file] }
        guard !expanded.isEmpty else { throw Failure("no .csv files in \(files.joined(separator: " "))", .noInput) }
        if let typedName {
            let option = currency.map { "--currency \($0)" } ?? "--ticker \(typedName)"
            guard expanded.count == 1 else { throw Failure("\(option): give one file with it, not \(expanded.count)", .usage) }
            return [(typedName, expanded[0])]
        }
        guard !expanded.contains("-") else {
            throw Failure("name the coin of standard input: closecast history import - --ticker BTC", .usage)
        }
        return expanded.map { (Files.stem(of: $0), $0) }
    }

    /// Imports a file into a draft of a database, and prints the notes.
    ///
    /// - Throws: the reason if none of its coins can be imported.
    private func tryOut(_ bytes: [UInt8], of file: String, as name: String) async throws {
        try await LocalStore.withDraft { draft in
            var imports: [ImportedCloses] = []
            do {
                try await importFile(bytes, of: file, as: name, draft, &imports, note: Console.note)
            } catch {
                if imports.isEmpty { throw error }
            }
        }
    }

    /// Imports every coin of a file. Coins imported before a failure stay imported.
    private func importFile(
        _ bytes: [UInt8], of file: String, as name: String, _ store: LocalStore, _ imports: inout [ImportedCloses],
        note: (String) -> Void
    ) async throws {
        let fileName = file == "-" ? "standard input" : file
        var form = try fileOptions.form().ofFile(file)
        form.preferredCoin = currency?.code ?? ticker
        form.per = per?.code
        let coins = try PriceFile.coins(bytes, name: fileName, form: form)
        guard coins.count > 1 || (form.coin != nil || coins[0].isRates) && typedName == nil && coins[0].symbol != nil else {
            return imports.append(
                try await importCoin(
                    coins[0], file: file,
                    of: try await asset(named: name, of: coins[0], symbol: coins[0].symbol, file: file, store, note: note), store,
                    note: note))
        }
        if typedName != nil { throw PriceFileError(.severalCoins(coins.map { $0.symbol ?? "" }), file: fileName) }
        for (ticker, coin) in try PriceSources.split(coins, fileName) {
            // A code is also the ticker of a coin that is stored, as RON is Ronin's.
            let currency = coin.isRates ? CurrencyTable.asset(named: ticker.description)?.id.description : nil
            let name = currency ?? ticker.description
            let asset = try await asset(named: name, of: coin, symbol: nil, file: file, store, note: note)
            imports.append(try await importCoin(coin, file: file, of: asset, store, note: note))
        }
    }

    private func importCoin(
        _ coin: PriceFile, file: String, of asset: Asset, _ store: LocalStore, note: (String) -> Void
    ) async throws -> ImportedCloses {
        let fileName = file == "-" ? "stdin" : String(file.split(separator: "/").last ?? "-")
        let closes = try await closes(coin, as: asset.ticker, store)
        do {
            closes.notes.forEach { note($0.description) }
            let result = try await store.market.closeImport.store(closes, of: asset, fileName: fileName, replaces: replace)
            return ImportedCloses(asset: asset, file: file, days: closes.days, result: result)
        } catch let error as CloseImportError where error.isOfAsset {
            throw Failure("\(coin.name): \(error)", .data)
        } catch let error as CloseImportError {
            let stamp = Self.stampRemedy(error, coin).map { "Read its times the other way: \($0). " } ?? ""
            let skip =
                try await skipRemedy(error, closes, asset, store).map { "If that close is wrong, leave it out: \($0). " } ?? ""
            throw Failure(
                "\(coin.name): \(error.description). \(stamp)\(skip)If the file is right, take its closes: --replace", .data)
        }
    }

    /// The option that leaves out the close of a jump, if the file is accepted without that close.
    private func skipRemedy(
        _ error: CloseImportError, _ closes: FileCloses, _ asset: Asset, _ store: LocalStore
    ) async throws -> String? {
        guard case .jumps(_, let jump) = error else { return nil }
        let others = closes.candles.filter { $0.day != jump.toDay }
        guard others.count < closes.candles.count, !others.isEmpty else { return nil }
        do {
            try await store.market.closeImport.check(others, of: asset)
            return "--skip-day \(jump.toDay)"
        } catch is CloseImportError {
            return nil
        }
    }

    /// The option for days that are off by one because the file's times were interpreted wrongly.
    private static func stampRemedy(_ error: CloseImportError, _ coin: PriceFile) -> String? {
        guard coin.isStampAssumed, case .disagrees(_, let found) = error, case .moved(let days) = found.guess else { return nil }
        return "--stamp \((days > 0 ? StampMeaning.open : .close).rawValue)"
    }

    private func closes(_ coin: PriceFile, as ticker: Ticker, _ store: LocalStore) async throws -> FileCloses {
        do {
            return try await store.market.closeImport.closes(of: coin, as: ticker, since: since, skipping: Set(skipOption.skipDay))
        } catch let error as FileClosesError {
            throw Failure("\(error.name): \(error.detail)", .data)
        } catch let error as QuoteConversionError {
            throw Failure(error.description, .data)
        }
    }

    /// Returns the known asset of a name, or creates one named after its ticker, if the file has closes to store.
    ///
    /// - Parameter symbol: the coin's symbol in the file, used if no asset has the name.
    private func asset(
        named name: String, of coin: PriceFile, symbol: String?, file: String, _ store: LocalStore, note: (String) -> Void
    ) async throws -> Asset {
        guard let found = try await FileAsset.named(name, isTyped: typedName != nil, symbol: symbol, in: store.market) else {
            throw Failure(
                ticker == nil
                    ? "\(file): its name is not a ticker; name the asset: closecast history import \(PortfolioError.word(file)) --ticker BTC"
                    : "--ticker \(name): not a ticker; expected 1 to 20 letters, digits, '.', '-' or '_', such as BTC", .usage)
        }
        switch found.clue {
        case .partOfName: note("\(file) is read as \(found.asset.ticker); name another asset with --ticker")
        case .symbol(let symbol):
            note("\(file) is read as \(found.asset.ticker), for its symbol is \(symbol); name another asset with --ticker")
        case nil: break
        }
        guard found.isNew else { return found.asset }
        _ = try await closes(coin, as: found.asset.ticker, store)
        let asset = try await store.market.directory.add(AssetEntry(ticker: found.asset.ticker.description)).asset
        note("\(asset.ticker) is a new asset; give its name and providers with closecast asset add \(asset.ticker)")
        return asset
    }

    private static func document(_ imports: [ImportedCloses]) -> String {
        JSONWriter.document { writer in
            writer.object { writer in writer.member("assets", imports) { MarketDocuments.imported.write($0, &$1) } }
        }
    }
}

extension ImportedCloses {
    /// The maximum number of differing days listed.
    private static let shown = 5

    fileprivate var text: String {
        var counts = ["\(result.added) added", "\(result.unchanged) unchanged"]
        if !result.changes.isEmpty {
            counts.append(
                result.isReplaced ? "\(result.changes.count) replaced" : result.changes.count.counted("differs", "differ"))
        }
        var text = "\(asset.ticker)  \(days.lowerBound) to \(days.upperBound)  \(counts.joined(separator: ", "))\n"
        for change in result.changes.prefix(Self.shown) {
            let verb = result.isReplaced ? "became" : "is stored, the file has"
            text += "  \(change.day): \(change.old) (\(change.oldSource)) \(verb) \(change.new)\n"
        }
        let more = result.changes.count - Self.shown
        if more > 0 { text += "  … and \(more) more\n" }
        for gap in result.gaps {
            text +=
                "  no closes from \(gap.lowerBound) to \(gap.upperBound) (\((gap.upperBound - gap.lowerBound + 1).counted("day"))), between stored and imported "
                + "ones: closecast history fetch \(asset.ticker) --start \(gap.lowerBound)\n"
        }
        return text
    }
}
