import Foundation
import JSONText
import Market
import Notices

/// The newest release, as its publisher's signed file describes it.
///
/// The file is a JSON object with `payload`, a text, and `signature`, the base64 of an Ed25519 signature of ``context`` and the
/// payload's UTF-8. The payload is a JSON object with `version`, `date`, `notes` and `expires`. `scripts/sign-version` writes it.
package struct Release: Equatable, Sendable {
    package let version: VersionNumber
    package let date: Day
    /// The address of a page about the release; always https.
    package let notes: String
    /// The last day on which the file is accepted, so that nobody can withhold newer releases forever by serving an old file.
    package let expires: Day

    /// Comes before the payload in what is signed, so that a signature for another purpose is of no use.
    package static let context = "closecast-version/1\n"
    /// The most bytes of a file.
    package static let sizeLimit = 64 << 10

    package init(version: VersionNumber, date: Day, notes: String, expires: Day) {
        (self.version, self.date, self.notes, self.expires) = (version, date, notes, expires)
    }

    /// Reads a signed file.
    ///
    /// - Parameters:
    ///   - key: the publisher's public key.
    ///   - highest: the highest version that this key has signed before, as far as it is known.
    /// - Throws: ``VersionProblem``.
    package init(file: [UInt8], key: [UInt8], today: Day, highest: VersionNumber?) throws(VersionProblem) {
        guard file.count <= Self.sizeLimit else { throw .tooLarge }
        guard let document = try? JSONValue(parsing: file), let payload = document["payload"]?.string,
            let text = document["signature"]?.string, let signature = Data(base64Encoded: text),
            signature.base64EncodedString() == text
        else { throw .malformed }
        // Nothing of the payload is read before its signature is checked.
        guard ReleaseSignature.isValid(Array(signature), of: Array((Self.context + payload).utf8), by: key) else {
            throw .badSignature
        }
        guard let members = try? JSONValue(parsing: Array(payload.utf8)),
            let version = members["version"]?.string.flatMap(VersionNumber.init),
            let date = members["date"]?.string.flatMap({ Day(iso: $0) }),
            let expires = members["expires"]?.string.flatMap({ Day(iso: $0) }),
            let notes = members["notes"]?.string.flatMap(OutgoingURL.init), notes.text.hasPrefix("https://")
        else { throw .malformed }
        guard today <= expires else { throw .expired }
        if let highest, version < highest { throw .rollback }
        self.init(version: version, date: date, notes: notes.text, expires: expires)
    }
}
