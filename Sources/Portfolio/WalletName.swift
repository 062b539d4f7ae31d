import Foundation
import Market
import Text

/// The names of wallets: which are accepted, and which are considered equal.
package enum WalletName {
    /// Why a text cannot be a wallet's name.
    package enum Fault: Equatable, Sendable {
        /// Empty, or longer than 64 characters.
        case length(Int)
        /// White space at the beginning or the end.
        case blankEnd
        /// `.` or `..`, which mean folders in paths.
        case dots
        /// A character that is not accepted, because it separates the parts of a path or is invisible.
        case character(Unicode.Scalar)
        /// It has the form of an id, such as `w_0123456789abcdef`.
        case looksLikeID
    }

    /// The largest number of Unicode scalars in a name.
    package static let longest = 64

    /// Returns the name in its stored form, Unicode's composed form (NFC).
    ///
    /// - Throws: ``PortfolioError/badName(_:_:)``.
    package static func checked(_ text: String) throws(PortfolioError) -> String {
        let name = composed(text)
        if let fault = fault(of: name) { throw .badName(text, fault) }
        return name
    }

    /// Returns Unicode's composed form (NFC), in which an accented letter is one scalar if such a scalar exists.
    package static func composed(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }

    /// Returns the key by which names are compared: names that differ only in case, in the encoding of accented letters, or in
    /// invisible characters have the same key.
    ///
    /// Stored keys depend on it: a change needs a migration.
    package static func key(_ name: String) -> String {
        var visible = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
            visible.append(scalar.properties.isWhitespace ? " " : scalar)
        }
        // Upper case first: it makes ß equal to ss, and ς equal to σ.
        return composed(composed(String(visible)).uppercased().lowercased())
    }

    private static func fault(of name: String) -> Fault? {
        let scalars = name.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, scalars.count <= longest else { return .length(scalars.count) }
        if let slash = scalars.first(where: { $0 == "/" || $0 == "\\" }) { return .character(slash) }
        if let hidden = HiddenCharacter.first(in: name) { return .character(hidden) }
        if first.properties.isWhitespace || last.properties.isWhitespace { return .blankEnd }
        if name == "." || name == ".." { return .dots }
        if key(name).isEmpty { return .length(0) }  // variation selectors alone
        // Compared by key, since names ignore case: otherwise the name could be found by the id of a deleted wallet.
        return WalletPublicID.isWellFormed(key(name)) ? .looksLikeID : nil
    }
}

extension WalletName.Fault: CustomStringConvertible {
    /// The fault, and how to correct the name.
    package var description: String {
        switch self {
        case .length(let count): "it has \(count) characters; use 1 to \(WalletName.longest)"
        case .blankEnd: "it begins or ends with white space; leave that out"
        case .dots: "it means a folder in paths; choose another name"
        case .character(let scalar) where scalar.value > 0x20 && scalar.isASCII && scalar.value != 0x7F:
            "it contains \(scalar), which separates the parts of a path; leave it out"
        case .character(let scalar):
            "it contains the invisible or control character \(HiddenCharacter.name(of: scalar)); leave it out"
        case .looksLikeID: "it has the form of a wallet's id; choose another name"
        }
    }
}
