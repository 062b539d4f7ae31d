import Digests
import Forecasting
import Platform

/// Keys by which repeated work is recognised: answers with equal keys are equal, except for the number of the line.
///
/// A key is a digest of the series, the model and everything else that the answer depends on. Processors that round differently
/// give the same key.
package struct BatchKeys: Sendable {
    /// The member of an answer, its first one.
    package static let member = "key"
    /// Hexadecimal digits of a key: 128 bits, so that no two of many billions of keys are equal by chance.
    package static let digits = 32

    /// The digest after all that the series share.
    private let shared: SHA256Stream

    /// - Parameter configuration: the bytes of the model's `config.json`, which holds the digest of its weights.
    package init(configuration: [UInt8], _ plan: ForecastPlan) {
        let options = plan.options
        let quantiles = plan.quantiles.quantiles.map(quantileName).joined(separator: ",")
        var digest = SHA256Stream()
        digest.update(
            Array(
                "closecast \(Locations.version)\n\(plan.days) \(options.paths) \(options.seed) \(options.decode.rawValue) \(quantiles)\n"
                    .utf8))
        digest.update(SHA256.bytes(of: configuration))
        shared = digest
    }

    /// Returns the key of a series.
    ///
    /// - Parameter bytes: its line; an unreadable line is recognised by its bytes.
    package func key(of series: BatchSeries, bytes: [UInt8]) -> String {
        var digest = shared
        if case .success = series.history, let closes = series.record.closes {
            digest.update(
                Array("\(series.record.id?.count ?? -1) \(series.record.last.map { "\($0)" } ?? "-") \(closes.count)\n".utf8))
            digest.update(series.record.id ?? [])
            digest.update(closes.withUnsafeBytes { Array($0) })
            for name in series.record.columns.keys.sorted() {
                digest.update(Array(name.utf8))
                digest.update(series.record.columns[name]!.withUnsafeBytes { Array($0) })
            }
        } else {
            digest.update(Array("line\n".utf8))
            digest.update(bytes)
        }
        return String(digest.hexadecimal.prefix(Self.digits))
    }

    /// Returns the key in an answer without its line break; nil if it has none.
    package static func key(in answer: [UInt8]) -> String? {
        let start = Array("{\"\(member)\":\"".utf8)
        guard answer.starts(with: start), answer.count > start.count + digits, answer[start.count + digits] == UInt8(ascii: "\"")
        else {
            return nil
        }
        let key = answer[start.count..<start.count + digits]
        return Hexadecimal.isValid(key) ? String(decoding: key, as: UTF8.self) : nil
    }
}
