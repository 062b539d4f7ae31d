import Foundation

/// A value of a column or of a parameter.
package enum StoredValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes(Data)
}

/// A row that a statement returned.
package protocol StoredColumns {
    /// - Parameter column: counted from 0, in the order of the statement.
    func value(at column: Int) -> StoredValue
}

/// A stored value that no version of this program writes.
package struct Damage: Error {
    package let detail: String

    package init(detail: String) { self.detail = detail }
}

/// A type that columns are read as and parameters are bound from.
package protocol StoredValueConvertible {
    var storedValue: StoredValue { get }
    /// Returns nil for a value of another type.
    init?(_ value: StoredValue)
}

extension Int64: StoredValueConvertible {
    package var storedValue: StoredValue { .integer(self) }

    package init?(_ value: StoredValue) {
        guard case .integer(let number) = value else { return nil }
        self = number
    }
}

extension Int: StoredValueConvertible {
    package var storedValue: StoredValue { .integer(Int64(self)) }

    package init?(_ value: StoredValue) {
        guard case .integer(let number) = value else { return nil }
        self.init(number)
    }
}

extension Bool: StoredValueConvertible {
    package var storedValue: StoredValue { .integer(self ? 1 : 0) }

    package init?(_ value: StoredValue) {
        guard case .integer(let number) = value else { return nil }
        self = number != 0
    }
}

extension Double: StoredValueConvertible {
    package var storedValue: StoredValue { .real(self) }

    package init?(_ value: StoredValue) {
        switch value {
        case .real(let number): self = number
        case .integer(let number): self.init(number)
        case .null, .text, .bytes: return nil
        }
    }
}

extension String: StoredValueConvertible {
    package var storedValue: StoredValue { .text(self) }

    package init?(_ value: StoredValue) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Data: StoredValueConvertible {
    package var storedValue: StoredValue { .bytes(self) }

    package init?(_ value: StoredValue) {
        guard case .bytes(let bytes) = value else { return nil }
        self = bytes
    }
}

extension Optional: StoredValueConvertible where Wrapped: StoredValueConvertible {
    package var storedValue: StoredValue { self?.storedValue ?? .null }

    package init?(_ value: StoredValue) {
        if value == .null {
            self = .none
        } else {
            guard let wrapped = Wrapped(value) else { return nil }
            self = .some(wrapped)
        }
    }
}
