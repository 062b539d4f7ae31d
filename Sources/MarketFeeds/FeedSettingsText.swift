import Foundation
import Market

extension FeedSettings {
    /// The environment variable with a provider's key, `CLOSECAST_COINGECKO_KEY`.
    package static func keyVariable(_ provider: Provider) -> String { "CLOSECAST_\(provider.rawValue.uppercased())_KEY" }
    /// The environment variable with the path of a file that contains a provider's key, `CLOSECAST_COINGECKO_KEY_FILE`.
    package static func keyFileVariable(_ provider: Provider) -> String { keyVariable(provider) + "_FILE" }
    /// The environment variable with a provider's address, `CLOSECAST_BINANCE_URL`.
    package static func addressVariable(_ provider: Provider) -> String { "CLOSECAST_\(provider.rawValue.uppercased())_URL" }
    /// The environment variable with a provider's request rate, `CLOSECAST_KRAKEN_REQUESTS_PER_SECOND`.
    package static func rateVariable(_ provider: Provider) -> String {
        "CLOSECAST_\(provider.rawValue.uppercased())_REQUESTS_PER_SECOND"
    }
    /// The environment variable with the plan of CoinGecko's key, `demo` or `pro`.
    package static let coinGeckoPlanVariable = "CLOSECAST_COINGECKO_PLAN"
    /// The environment variable with ``timeoutSeconds``.
    package static let timeoutVariable = "CLOSECAST_FEED_TIMEOUT"
    /// The environment variable with ``retries``.
    package static let retriesVariable = "CLOSECAST_FEED_RETRIES"

    /// Reads settings from variables. Unset and empty variables mean defaults.
    ///
    /// A key in its own variable precedes a key in a file.
    ///
    /// - Parameters:
    ///   - variable: looks up a variable, for example in the environment.
    ///   - keyFile: reads the text of a file.
    /// - Throws: ``FeedSettingsError``, which names the variable.
    package init(
        variable: (String) -> String?, keyFile: (String) throws -> String
    ) throws(FeedSettingsError) {
        self.init()
        func text(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        func number(_ name: String, _ range: ClosedRange<Double>) throws(FeedSettingsError) -> Double? {
            guard let text = text(name) else { return nil }
            guard let value = Double(text), range.contains(value) else {
                throw FeedSettingsError(variable: name, fault: .badNumber(text, range))
            }
            return value
        }
        if let plan = text(Self.coinGeckoPlanVariable) {
            guard let known = CoinGeckoPlan(rawValue: plan) else {
                throw FeedSettingsError(variable: Self.coinGeckoPlanVariable, fault: .badPlan(plan))
            }
            coinGeckoPlan = known
            if known == .pro { self[.coingecko].address = URL(string: Self.coinGeckoPro)! }
        }
        for provider in Provider.allCases {
            if let address = text(Self.addressVariable(provider)) {
                self[provider].address = try Self.address(address, variable: Self.addressVariable(provider))
            }
            self[provider].key = try Self.key(provider, text, keyFile)
            if let rate = try number(Self.rateVariable(provider), 0.001...1000) { self[provider].requestsPerSecond = rate }
        }
        if let seconds = try number(Self.timeoutVariable, 0.1...600) { timeoutSeconds = seconds }
        if let times = try number(Self.retriesVariable, 0...10) { retries = Int(times) }
    }

    private static func address(_ text: String, variable: String) throws(FeedSettingsError) -> URL {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let url = URL(string: trimmed), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host, !host.isEmpty, url.query == nil, url.fragment == nil, url.user == nil, url.password == nil
        else { throw FeedSettingsError(variable: variable, fault: .badAddress) }
        return url
    }

    private static func key(
        _ provider: Provider, _ variable: (String) -> String?, _ keyFile: (String) throws -> String
    ) throws(FeedSettingsError) -> FeedKey? {
        if let text = variable(keyVariable(provider)) {
            guard let key = FeedKey(text) else { throw FeedSettingsError(variable: keyVariable(provider), fault: .badKey) }
            return key
        }
        guard let path = variable(keyFileVariable(provider)) else { return nil }
        let text: String
        do { text = try keyFile(path) } catch {
            throw FeedSettingsError(variable: keyFileVariable(provider), fault: .unreadable(path: path, reason: "\(error)"))
        }
        guard let key = FeedKey(text) else { throw FeedSettingsError(variable: keyFileVariable(provider), fault: .badKey) }
        return key
    }
}

/// A variable with an invalid value. Keys and addresses, which may contain keys, are not shown.
package struct FeedSettingsError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of invalid values.
    package enum Fault: Equatable, Sendable {
        /// Not of the form `http://host` or `https://host` with an optional path.
        case badAddress
        /// Not 1 to 512 visible ASCII characters.
        case badKey
        /// The key file cannot be read.
        case unreadable(path: String, reason: String)
        /// Not a number, or out of range.
        case badNumber(String, ClosedRange<Double>)
        /// Neither `demo` nor `pro`.
        case badPlan(String)
    }

    /// The variable's name.
    package let variable: String
    /// The problem with its value.
    package let fault: Fault

    /// The variable, the problem and the accepted values.
    package var description: String {
        switch fault {
        case .badAddress:
            "\(variable) is not an address. Write it as https://host or https://host/path, without user, query and fragment."
        case .badKey: "\(variable) holds no key: 1 to 512 visible ASCII characters, without spaces between them."
        case .unreadable(let path, let reason): "\(variable) names \(path), which cannot be read: \(reason)"
        case .badNumber(let text, let range):
            "\(variable) is \"\(text)\"; it must be a number from \(PriceText.significant(range.lowerBound, digits: 3)) "
                + "to \(PriceText.significant(range.upperBound, digits: 3))."
        case .badPlan(let text): "\(variable) is \"\(text)\"; it must be demo or pro."
        }
    }
}
