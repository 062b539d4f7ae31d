import Market
import Platform

/// Which closes are meant by which ticker.
struct PriceSources {
    enum Closes: Equatable {
        /// Those of a file.
        case file(String)
        /// Those that are stored.
        case stored
    }

    struct Pair: Equatable {
        let ticker: Ticker
        let closes: Closes

        init(ticker: Ticker, closes: Closes) { (self.ticker, self.closes) = (ticker, closes) }
        init(ticker: Ticker, file: String) { self.init(ticker: ticker, closes: .file(file)) }

        var file: String? { if case .file(let file) = closes { file } else { nil } }
    }

    let pairs: [Pair]

    /// - Parameters:
    ///   - tickers: as typed; empty means one for each file, named after it.
    ///   - files: as typed; a folder stands for the CSV files in it, no file at all for the embedded sample and the store.
    ///   - command: what examples in errors call.
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

    /// The closes of a file's bytes; notes about them go to standard error.
    static func history(
        _ ticker: Ticker, _ file: String, _ bytes: [UInt8], _ selection: PriceFile.Selection
    ) throws(Failure) -> PriceHistory {
        do throws(PriceFileError) {
            let name = file == "-" ? "standard input" : file
            let (history, notes) = try PriceFile(bytes, name: name).history(ticker, selection)
            notes.forEach(Console.note)
            return history
        } catch {
            throw Failure(error.description, .data)
        }
    }

    private static func parse(_ tickers: [String]) throws(Failure) -> [Ticker] {
        var parsed: [Ticker] = []
        for text in tickers {
            guard let ticker = Ticker(text) else {
                throw Failure("\"\(text)\" is no ticker: expected 1 to 20 letters, digits, '.', '-' or '_', such as BTC", .usage)
            }
            parsed.append(ticker)
        }
        return parsed
    }

    /// The simulated markets answer to their own tickers only.
    private static func sample(_ tickers: [Ticker], _ command: String) throws(Failure) -> [Pair] {
        let files = try Resources.sampleFiles()
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
                throw Failure("\(file): its name is no ticker; name the coin: closecast \(command) BTC --from \(file)", .usage)
            }
            if let other = pairs.first(where: { $0.ticker == ticker }) {
                throw Failure("\(other.file ?? "") and \(file) are both named after \(ticker); give one of them", .usage)
            }
            pairs.append(Pair(ticker: ticker, file: file))
        }
        return pairs
    }

    /// By name where every ticker has one file named after it, else in order where there are as many of both.
    private static func matched(_ tickers: [Ticker], _ files: [String], given: [String]) throws(Failure) -> [Pair] {
        if tickers.count == 1, files.count == 1 {
            let stem = Files.stem(of: files[0])
            // Another ticker's file is more often a slip than wanted.
            if files[0] != "-", Ticker(stem) != nil, !isNamed(files[0], after: tickers[0]) {
                Console.note("\(tickers[0]) is read from \(files[0]), which is not named after it")
            }
            return [Pair(ticker: tickers[0], file: files[0])]
        }
        let byName = tickers.map { ticker in files.filter { isNamed($0, after: ticker) } }
        if byName.allSatisfy({ $0.count == 1 }) {
            // Of a folder only what was asked for is wanted; a file that was named is expected to be used.
            for file in given where !Files.isFolder(file) && !byName.contains([file]) {
                Console.note("\(file) is not used: none of \(tickers.map(\.description).joined(separator: ", ")) is named so")
            }
            return zip(tickers, byName).map { Pair(ticker: $0, file: $1[0]) }
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

    /// `BTC.csv`, `btc-usd.csv` and `BTC_1d.csv` are named after BTC.
    private static func isNamed(_ file: String, after ticker: Ticker) -> Bool {
        let stem = Files.stem(of: file).uppercased()
        guard stem.hasPrefix(ticker.description) else { return false }
        guard let next = stem.dropFirst(ticker.description.count).first else { return true }
        return !next.isLetter && !next.isNumber
    }
}
