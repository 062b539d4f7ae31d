import Access
import ArgumentParser
import Market
import Platform
import Storage

/// The candidates that a shell offers when Tab is pressed after a command, in addition to options and files.
extension CompletionKind {
    /// Tickers, or ids for assets that share a ticker.
    static var assets: CompletionKind { .custom { words, _, prefix in Completions(words).assets(prefix) } }

    /// Assets and simulated markets.
    static var coins: CompletionKind { .custom { words, _, prefix in Completions(words).coins(prefix) } }

    /// Wallet names.
    static var wallets: CompletionKind { .custom { words, _, prefix in Completions(words).wallets(prefix) } }

    /// Model names, or folders once the first letters of a path are typed.
    static var models: CompletionKind { .custom { _, _, prefix in Completions.models(prefix) } }
}

/// Completion candidates. Completion never creates, changes or reports anything: data that cannot be read offers no candidates.
struct Completions {
    private let path: String?

    /// - Parameter words: the words of the command line as typed; a `--database` option among them is used.
    init(_ words: [String]) { path = Self.database(in: words) ?? Locations.database }

    /// Returns the assets of the store, or those that a new store would contain.
    func assets(_ prefix: String) -> [String] {
        guard let stored = names?.assets else { return Self.matching(KnownAssets.all.map(\.ticker.description), prefix) }
        let counts = Dictionary(stored.map { ($0.ticker, 1) }, uniquingKeysWith: +)
        return Self.matching(stored.map { counts[$0.ticker]! > 1 ? $0.id : $0.ticker }, prefix)
    }

    func coins(_ prefix: String) -> [String] {
        let samples = (try? Resources.sampleFiles()) ?? []
        return assets(prefix).filter { $0 != "USD" } + Self.matching(samples.map(Files.stem), prefix)
    }

    func wallets(_ prefix: String) -> [String] { Self.matching(names?.wallets ?? [], prefix) }

    static func models(_ prefix: String) -> [String] {
        guard prefix.contains("/") else { return matching((try? Resources.modelNames()) ?? [], prefix) }
        let folder = Files.folder(of: prefix)
        let names = (try? Files.names(in: folder)) ?? []
        return names.map { folder.hasSuffix("/") ? folder + $0 : "\(folder)/\($0)" }.filter {
            $0.hasPrefix(prefix) && Files.isFolder($0)
        }
    }

    private var names: StoredNames? {
        guard let path, Files.exists(path) else { return nil }
        return StoredNames(readingFrom: path, owner: Owner.local)
    }

    private static func matching(_ names: [String], _ prefix: String) -> [String] {
        let typed = prefix.filter { $0 != "\"" && $0 != "'" && $0 != "\\" }.lowercased()
        return names.filter { $0.lowercased().hasPrefix(typed) }
    }

    private static func database(in words: [String]) -> String? {
        let option = "--database"
        var path: String?
        if let index = words.lastIndex(of: option), index + 1 < words.count { path = words[index + 1] }
        if let word = words.last(where: { $0.hasPrefix(option + "=") }) { path = String(word.dropFirst(option.count + 1)) }
        guard let path, path.hasPrefix("~/"), let home = ProcessState.environment("HOME") else { return path }
        return home + path.dropFirst()
    }
}
