import Market
import Platform

/// Assigns closes to tickers.
struct PriceSources {
    enum Closes: Equatable {
        /// The closes in a file.
        case file(String)
        /// The stored closes.
        case stored
    }

    struct Pair: Equatable {
        /// How the ticker relates to the coins of a file that has several.
        enum Choice {
            /// The ticker was typed and selects one coin.
            case typed
            /// Several typed tickers share the file, which must contain all of them.
            case shared
            /// The ticker is only the file's name; all coins are used.
            case fileName
        }

        let ticker: Ticker
        let closes: Closes
        var choice = Choice.typed

        init(ticker: Ticker, closes: Closes) { (self.ticker, self.closes) = (ticker, closes) }
        init(ticker: Ticker, file: String, choice: Choice = .typed) {
            self.init(ticker: ticker, closes: .file(file))
            self.choice = choice
        }

        var file: String? { if case .file(let file) = closes { file } else { nil } }
    }

    let pairs: [Pair]

    /// - Parameters:
    ///   - tickers: as typed; if empty, each file's name is its ticker.
    ///   - files: as typed; a folder stands for its CSV files. Without files, the tickers name simulated markets or stored assets.
    ///   - command: the command shown in the examples of error messages.
    init(tickers: [String], files: [String], command: String) throws(Failure) {
        let wanted = try Self.parse(tickers)
        if files.isEmpty {
            pairs = try Self.sample(wanted, command)
            return
        }
        var expanded: [String] = []
        for file in files { expanded += Files.isFolder(file) ? try Resources.csvFiles(in: file) : [file] }
        guard !expanded.isEmpty else {
            throw Failure("no .csv files in \(files.joined(separator: " ")); give the files: --from FILE…", .noInput)
        }
        pairs = try wanted.isEmpty ? Self.named(expanded, command) : Self.matched(wanted, expanded, given: files)
    }

    /// Returns the closes in a file, one history per selected coin. Notes about them go to standard error.
    ///
    /// - Parameter canRepair: whether the command has the options that repair closes, so that errors name them.
    static func histories(
        _ pair: Pair, _ file: String, _ bytes: [UInt8], _ selection: CloseSeries.Selection, _ form: PriceFileForm,
        canRepair: Bool = true
    ) throws -> [PriceHistory] {
        let name = file == "-" ? "standard input" : file
        do {
            return try coins(pair, name, bytes, form).map { try history($0.ticker, $0.file, selection) }
        } catch let error as CloseSeriesError {
            throw Failure(canRepair ? error.description : error.facts, .data)
        }
    }

    /// Returns the selected coins of a file, each with its ticker.
    static func coins(
        _ pair: Pair, _ name: String, _ bytes: [UInt8], _ form: PriceFileForm
    ) throws(Failure) -> [(ticker: Ticker, file: PriceFile)] {
        let coins: [PriceFile]
        do throws(PriceFileError) {
            var form = form.ofFile(name)
            if pair.choice != .fileName { form.preferredCoin = pair.ticker.description }
            coins = try PriceFile.coins(bytes, name: name, form: form)
        } catch {
            throw Failure(error.description, .data)
        }
        switch pair.choice {
        case .fileName where coins.count > 1 || form.coin != nil && coins[0].symbol != nil: return try split(coins, name)
        case .shared where coins.count == 1 && !isNamed(coins[0], pair.ticker):
            throw Failure("\(name) has one coin; give one ticker with it, not several", .usage)
        default:
            guard coins.count == 1 else {
                throw Failure(PriceFileError(.severalCoins(coins.map { $0.symbol ?? "" }), file: name).description, .data)
            }
            return [(pair.ticker, coins[0])]
        }
    }

    private static func isNamed(_ coin: PriceFile, _ ticker: Ticker) -> Bool {
        coin.symbol.map { CoinSymbol($0).isMeant(by: ticker.description) } ?? false
    }

    /// Returns the coins of a file, each with its ticker.
    static func split(_ coins: [PriceFile], _ name: String) throws(Failure) -> [(ticker: Ticker, file: PriceFile)] {
        var found: [(ticker: Ticker, file: PriceFile)] = []
        for coin in coins {
            let symbol = coin.symbol ?? ""
            guard let ticker = CoinSymbol(symbol).ticker else {
                throw Failure(
                    "\(name): \"\(symbol)\" is not a ticker; read that coin alone, with a ticker and --coin \"\(symbol)\"", .data)
            }
            if let other = found.first(where: { $0.ticker == ticker }) {
                throw Failure(
                    "\(name): \(other.file.symbol ?? "") and \(symbol) are both \(ticker); choose one: --coin \(symbol)", .data)
            }
            found.append((ticker, coin))
        }
        return found
    }

    /// Throws if a ticker has several histories: a file with several coins may contain one that another file is named after.
    static func checkDistinct(_ histories: [PriceHistory]) throws(Failure) {
        var seen: Set<Ticker> = []
        for history in histories where !seen.insert(history.ticker).inserted {
            throw Failure(
                "the closes of \(history.ticker) are in more than one place; give one of the files, or choose a coin: --coin",
                .usage)
        }
    }

    private static func history(
        _ ticker: Ticker, _ file: PriceFile, _ selection: CloseSeries.Selection
    ) throws(CloseSeriesError) -> PriceHistory {
        let (history, notes) = try file.history(ticker, selection)
        notes.forEach { Console.note($0.description) }
        return history
    }

    private static func parse(_ tickers: [String]) throws(Failure) -> [Ticker] {
        var parsed: [Ticker] = []
        for text in tickers {
            guard let ticker = Ticker(text) else {
                throw Failure("\"\(text)\" is not a ticker: expected 1 to 20 letters, digits, '.', '-' or '_', such as BTC", .usage)
            }
            parsed.append(ticker)
        }
        return parsed
    }

    /// Pairs tickers with the simulated markets of the embedded sample, and all others with stored closes.
    private static func sample(_ tickers: [Ticker], _ command: String) throws(Failure) -> [Pair] {
        // Stored closes need no sample; if a simulated market is named, a missing sample is an error.
        let needsSample = tickers.contains { SimulatedMarket.isTicker($0) }
        let files = needsSample || Resources.hasSample ? try Resources.sampleFiles() : []
        let known = files.map { Files.stem(of: $0).uppercased() }
        guard !tickers.isEmpty else {
            throw Failure(
                "name a coin and its file: closecast \(command) BTC --from BTC.csv\n"
                    + "or try a simulated market: closecast \(command) \(known.first ?? "SIM01")", .usage)
        }
        return tickers.map { ticker in
            guard let index = known.firstIndex(of: ticker.description) else { return Pair(ticker: ticker, closes: .stored) }
            return Pair(ticker: ticker, file: files[index])
        }
    }

    private static func named(_ files: [String], _ command: String) throws(Failure) -> [Pair] {
        var pairs: [Pair] = []
        for file in files {
            guard file != "-" else { throw Failure("name the coin of standard input: closecast \(command) BTC --from -", .usage) }
            guard let ticker = Ticker(Files.stem(of: file)) else {
                throw Failure("\(file): its name is not a ticker; name the coin: closecast \(command) BTC --from \(file)", .usage)
            }
            if let other = pairs.first(where: { $0.ticker == ticker }) {
                throw Failure("\(other.file ?? "") and \(file) are both named after \(ticker); give one of them", .usage)
            }
            pairs.append(Pair(ticker: ticker, file: file, choice: .fileName))
        }
        return pairs
    }

    /// Pairs tickers and files by name if every ticker has exactly one file named after it, otherwise in order if there are
    /// equally many.
    private static func matched(_ tickers: [Ticker], _ files: [String], given: [String]) throws(Failure) -> [Pair] {
        if tickers.count == 1, files.count == 1 {
            let stem = Files.stem(of: files[0])
            // A file named after another ticker is more often a mistake than intended.
            if files[0] != "-", Ticker(stem) != nil, !isNamed(files[0], after: tickers[0]) {
                Console.note("\(tickers[0]) is read from \(files[0]), which is not named after it")
            }
            return [Pair(ticker: tickers[0], file: files[0])]
        }
        let byName = tickers.map { ticker in files.filter { isNamed($0, after: ticker) } }
        if byName.allSatisfy({ $0.count == 1 }) {
            // Unused files of a folder are expected; a file given by name should be used.
            for file in given where !Files.isFolder(file) && !byName.contains([file]) {
                Console.note("\(file) is not used: its name matches none of \(tickers.map(\.description).joined(separator: ", "))")
            }
            return zip(tickers, byName).map { Pair(ticker: $0, file: $1[0]) }
        }
        if files.count == 1, byName.allSatisfy(\.isEmpty) {
            guard files[0] != "-" else {
                throw Failure("standard input serves one ticker; save it to a file to read several coins from it", .usage)
            }
            return tickers.map { Pair(ticker: $0, file: files[0], choice: .shared) }
        }
        if tickers.count == files.count, byName.allSatisfy(\.isEmpty) {
            return zip(tickers, files).map { Pair(ticker: $0, file: $1) }
        }
        let index = byName.firstIndex { $0.count != 1 }!
        let found = byName[index].isEmpty ? "no file" : byName[index].joined(separator: " and ")
        throw Failure(
            "\(tickers[index]): \(found) named after it among \(given.joined(separator: " ")); "
                + "name files after their tickers (\(tickers[index]).csv), or give one file a ticker in the same order", .usage)
    }

    /// Whether a file is named after a ticker: `BTC.csv`, `btc-usd.csv` and `BTC_1d.csv` are named after BTC.
    private static func isNamed(_ file: String, after ticker: Ticker) -> Bool {
        let stem = Files.stem(of: file).uppercased()
        guard stem.hasPrefix(ticker.description) else { return false }
        guard let next = stem.dropFirst(ticker.description.count).first else { return true }
        return !next.isLetter && !next.isNumber
    }
}
