import Market
import Text

/// The error of a provider that returned no prices, or not all. Its text contains neither keys nor the query part of addresses.
package struct FeedError: Error, Equatable, Sendable {
    /// The kinds of problems with a provider.
    package enum Reason: Error, Equatable, Sendable {
        /// The provider does not know this asset id.
        case unknownAsset(String)
        /// The provider requires a key.
        case needsKey
        /// The provider rejected the key, or the key does not permit the request.
        case keyRefused(status: Int)
        /// Too many requests. The provider may have stated how long to wait.
        case rateLimited(retryAfterSeconds: Int?)
        /// The provider is temporarily unavailable: HTTP 5xx or 408, or an equivalent body.
        case unavailable(status: Int, message: String)
        /// The provider blocks this country or address: HTTP 451 or 403.
        case blocked(status: Int)
        /// There was no complete answer within this time.
        case timedOut(seconds: Double)
        /// The connection failed or was interrupted.
        case connection(String)
        /// The answer does not have the documented form.
        case malformed(what: String, place: String)
        /// The answer is larger than ``FeedSettings/sizeLimit``.
        case tooLarge(limitBytes: Int)
        /// A redirect to another host, port or scheme was not followed.
        case redirected(host: String)
        /// The requested days are older than the key's plan permits.
        case outsideOfRange(oldest: Day?)
        /// The provider has no candles for these days.
        case noData
        /// This machine's clock is so far ahead of the provider's that some days may not have ended there. Their candles were
        /// dropped.
        case clockAhead(seconds: Int)
        /// The provider does not offer this kind of data.
        case unsupported
        /// The provider rejects the request for another reason.
        case refused(status: Int, message: String)
        /// The caller cancelled the request.
        case cancelled

        /// Whether the same request may succeed a little later.
        package var isPassing: Bool {
            switch self {
            case .rateLimited, .unavailable, .timedOut, .connection: true
            default: false
            }
        }
    }

    /// The provider that failed.
    package let provider: Provider
    /// A description of the request.
    package let asked: String
    /// The problem.
    package let reason: Reason

    package init(_ provider: Provider, asked: String, _ reason: Reason) {
        (self.provider, self.asked, self.reason) = (provider, asked, reason)
    }
}

extension FeedError: CustomStringConvertible {
    /// One or two sentences: the provider, the request, the problem and what to do.
    package var description: String { "\(provider), asked for \(asked): \(sentence)" }

    private var sentence: String {
        switch reason {
        case .unknownAsset(let id): "it has no asset \"\(id)\". Correct the asset's id for this provider, or remove it."
        case .needsKey: "it needs a key. Put one into \(keyPlaces)."
        case .keyRefused(let status): "it refused the key (HTTP \(status)). Check \(keyPlaces)."
        case .rateLimited(let seconds):
            "too many requests. " + (seconds.map { "Ask again in \($0.counted("second"))." } ?? "Ask again later.")
        case .unavailable(let status, let message):
            "out of order (HTTP \(status)\(message.isEmpty ? "" : ": \(message)")). Ask again later, or another provider."
        case .blocked(let status):
            "it does not answer from this place (HTTP \(status)). Use another provider, or a mirror in "
                + "\(FeedSettings.addressVariable(provider))."
        case .timedOut(let seconds):
            "no complete answer within \(PriceText.significant(seconds, digits: 2)) seconds. Check the network, or allow more time."
        case .connection(let message): "no connection: \(message). Check the network and \(FeedSettings.addressVariable(provider))."
        case .malformed(let what, let place): "an answer that it does not document: \(what) in \(place). Use another provider."
        case .tooLarge(let limit): "an answer larger than \(limit) bytes, which is refused. Ask for fewer days."
        case .redirected(let host):
            "it sends us on to \(host), which is not followed. If that is right, set \(FeedSettings.addressVariable(provider))."
        case .outsideOfRange(let oldest):
            "the plan of the key\(oldest.map { " shows nothing before \($0)" } ?? " does not reach back so far"). "
                + "Ask for later days, or another provider."
        case .noData: "it has no candle of these days."
        case .clockAhead(let seconds):
            "this machine's clock is \((seconds / 60).counted("minute")) ahead of its; days that have not ended there were left out. "
                + "Set the clock: timedatectl set-ntp true."
        case .unsupported: "it offers nothing of the kind."
        case .refused(let status, let message): "it refuses (HTTP \(status)\(message.isEmpty ? "" : ": \(message)"))."
        case .cancelled: "cancelled."
        }
    }

    private var keyPlaces: String {
        "\(FeedSettings.keyVariable(provider)), or into a file named in \(FeedSettings.keyFileVariable(provider))"
    }
}
