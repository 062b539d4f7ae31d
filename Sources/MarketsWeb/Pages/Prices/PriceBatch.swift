import APIKit
import HTTPEdge
import Market
import MarketData
import PageKit
import Platform

/// Uploaded price files and the coins in them, read and checked.
struct PriceBatch: Sendable {
    /// A file, and its place in the bytes of the upload.
    struct File: Sendable {
        let name: String
        let place: Range<Int>
    }

    /// How to read the files.
    struct Request: Equatable, Sendable {
        /// The typed coins by the number of their file. Other files are named after their coin, or have its symbol.
        var coins: [Int: String] = [:]
        var choices = FileChoices()
        var replaces = false
    }

    /// A coin of a file.
    struct Part: Sendable {
        let file: Int
        let fileName: String
        /// The name of the coin, as typed or found; empty if none was found.
        let coin: String
        /// Whether the file has one coin, so that its name may be typed.
        let isAlone: Bool
        let result: Result<PriceImport, any Error>

        var error: (any Error)? { if case .failure(let error) = result { error } else { nil } }
    }

    let files: [File]
    let request: Request
    let parts: [Part]

    /// The coins that can be stored.
    var imports: [PriceImport] { parts.compactMap { try? $0.result.get() } }

    /// The memory use of the candles, which are larger than their lines in the files.
    var bytes: Int { imports.reduce(0) { $0 + $1.file.candles.count * MemoryLayout<Candle>.stride } }

    /// Joins uploaded files into one block of bytes.
    static func joined(_ uploads: [Fields.File]) -> (files: [File], bytes: [UInt8]) {
        var (files, bytes) = ([File](), [UInt8]())
        for upload in uploads {
            files.append(File(name: upload.name, place: bytes.count..<bytes.count + upload.bytes.count))
            bytes += upload.bytes
        }
        return (files, bytes)
    }
}

/// Why a coin of a file cannot be stored, beyond the errors of reading and checking.
enum PriceFault: Error, Equatable {
    /// The name of the coin cannot be a ticker.
    case noTicker(String)
    /// The coin was read before, from another file or under another symbol.
    case twice(Ticker)
}

/// Reads uploaded price files.
struct PriceReader: Sendable {
    let market: MarketData
    let worker: WorkerThreads

    /// - Throws: failures of the server; what is wrong with a file is in its parts.
    func batch(_ files: [PriceBatch.File], in bytes: [UInt8], _ request: PriceBatch.Request) async throws -> PriceBatch {
        var (parts, seen) = ([PriceBatch.Part](), Set<AssetID>())
        for number in files.indices {
            let file = files[number]
            do {
                parts += try await self.parts(of: file, number, Array(bytes[file.place]), request, &seen)
            } catch {
                parts.append(try part(number, file, request.coins[number] ?? "", error))
            }
        }
        return PriceBatch(files: files, request: request, parts: parts)
    }

    private func part(
        _ number: Int, _ file: PriceBatch.File, _ coin: String, isAlone: Bool = true, _ error: any Error
    ) throws -> PriceBatch.Part {
        guard PriceFaultWords.isOfFile(error) else { throw error }
        return PriceBatch.Part(file: number, fileName: file.name, coin: coin, isAlone: isAlone, result: .failure(error))
    }

    private func parts(
        of file: PriceBatch.File, _ number: Int, _ bytes: [UInt8], _ request: PriceBatch.Request,
        _ seen: inout Set<AssetID>
    ) async throws -> [PriceBatch.Part] {
        let typed = request.coins[number]
        var form = try request.choices.form()
        if let typed { form.preferredCoin = try await ticker(named: typed) }
        let coins = try await worker.run(for: "") { [form] in try PriceFile.coins(bytes, name: file.name, form: form) }
        if typed != nil, coins.count > 1 { throw PriceFileError(.severalCoins(coins.map { $0.symbol ?? "" }), file: file.name) }
        guard coins.count > 1 else { return [try await alone(coins, file, number, typed: typed, request, &seen)] }
        var parts: [PriceBatch.Part] = []
        for coin in coins {
            let symbol = coin.symbol ?? ""
            do {
                guard let ticker = CoinSymbol(symbol).ticker else { throw PriceFault.noTicker(symbol) }
                let currency = coin.isRates ? CurrencyTable.asset(named: "\(ticker)") : nil
                let found = try await asset(named: currency.map { "\($0.id)" } ?? "\(ticker)", isTyped: false, symbol: nil)
                let read = try await read(coin, of: found, request, &seen)
                parts.append(
                    PriceBatch.Part(
                        file: number, fileName: file.name, coin: "\(ticker)", isAlone: false, result: .success(read)))
            } catch {
                parts.append(try part(number, file, symbol, isAlone: false, error))
            }
        }
        return parts
    }

    private func alone(
        _ coins: [PriceFile], _ file: PriceBatch.File, _ number: Int, typed: String?, _ request: PriceBatch.Request,
        _ seen: inout Set<AssetID>
    ) async throws -> PriceBatch.Part {
        guard let coin = coins.first else { throw PriceFileError(.empty, file: file.name) }
        var name = typed ?? ""
        do {
            let found = try await asset(named: typed ?? Files.stem(of: file.name), isTyped: typed != nil, symbol: coin.symbol)
            name = typed ?? "\(found.asset.ticker)"
            let read = try await read(coin, of: found, request, &seen)
            return PriceBatch.Part(file: number, fileName: file.name, coin: name, isAlone: true, result: .success(read))
        } catch {
            return try part(number, file, name, error)
        }
    }

    /// - Throws: ``PriceFault/twice(_:)`` for a coin that was read before: its closes would replace each other.
    private func read(
        _ coin: PriceFile, of found: FileAsset, _ request: PriceBatch.Request, _ seen: inout Set<AssetID>
    ) async throws -> PriceImport {
        guard !seen.contains(found.asset.id) else { throw PriceFault.twice(found.asset.ticker) }
        let read = try await PriceImport(coin, of: found, replaces: request.replaces, in: market)
        seen.insert(found.asset.id)
        return read
    }

    private func asset(named name: String, isTyped: Bool, symbol: String?) async throws -> FileAsset {
        guard let found = try await FileAsset.named(name, isTyped: isTyped, symbol: symbol, in: market) else {
            throw PriceFault.noTicker(name)
        }
        return found
    }

    /// The ticker of a known asset, which a file's symbols are compared with; the name itself for a new one.
    private func ticker(named name: String) async throws -> String {
        do {
            return try await market.directory.asset(name).ticker.description
        } catch AssetError.unknown {
            return name
        }
    }
}
