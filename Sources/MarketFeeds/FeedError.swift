import Market

/// Why a provider gave no prices, or not all of them. Its text never contains a key nor the query of an address.
package struct FeedError: Error, Equatable, Sendable {
    /// What can go wrong between us and a provider.
    package enum Problem: Error, Equatable, Sendable {
        /// The provider does not know the asset by this name.
        case unknownAsset(String)
        /// The provider answers nobody without a key.
        case needsKey
        /// The provider did not accept our key, or not for this.
        case keyRefused(status: Int)
        /// Too many requests; the provider may have said how long to wait.
        case rateLimited(retryAfterSeconds: Int?)
        /// The provider is out of order: HTTP 5xx or 408, or a body that says so.
        case unavailable(status: Int, message: String)
        /// The provider answers nobody from this country or address: HTTP 451 or 403.
        case blocked(status: Int)
        /// No complete answer within so many seconds.
        case timedOut(seconds: Double)
        /// No connection, or one that was cut.
        case connection(String)
        /// An answer that is not what the provider documents.
        case malformed(what: String, place: String)
        /// An answer larger than ``FeedSettings/sizeLimit``.
        case tooLarge(limitBytes: Int)
        /// The provider sends us to another host, port or scheme, which is not followed.
        case redirected(host: String)
        /// The days asked for are older than what the key's plan shows.
        case outsideOfRange(oldest: Day?)
        /// The provider has no candle of these days.
        case noData
        /// Our clock is so far ahead of the provider's that days it says have ended may not have: their candles were left out.
        case clockAhead(seconds: Int)
        /// The provider has no such thing.
        case unsupported
        /// The provider refuses the request for another reason.
        case refused(status: Int, message: String)
        /// The caller no longer wants the answer.
        case cancelled

        /// Whether the same request may be answered a little later.
        package var isPassing: Bool {
            switch self {
            case .rateLimited, .unavailable, .timedOut, .connection: true
            default: false
            }
        }
    }

    /// Who failed.
    package let provider: Provider
    /// What was asked for, in words.
    package let asked: String
    /// What went wrong.
    package let problem: Problem

    /// A failure of a provider.
    package init(_ provider: Provider, asked: String, _ problem: Problem) {
        (self.provider, self.asked, self.problem) = (provider, asked, problem)
    }
}

extension FeedError: CustomStringConvertible {
    /// Who failed with what, why, and what to do about it, in one or two sentences.
    package var description: String { "\(provider), asked for \(asked): \(reason)" }

    private var reason: String {
        switch problem {
        case .unknownAsset(let id): "it has no asset \"\(id)\". Correct the asset's id for this provider, or remove it."
        case .needsKey: "it needs a key. Put one into \(keyPlaces)."
        case .keyRefused(let status): "it refused the key (HTTP \(status)). Check \(keyPlaces)."
        case .rateLimited(let seconds):
            "too many requests. " + (seconds.map { "Ask again in \($0) seconds." } ?? "Ask again later.")
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
            "this machine's clock is \(seconds / 60) minutes ahead of its; days that have not ended there were left out. "
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
