import Banking
import Market
import Text

/// Cards and bank accounts to withdraw to. Numbers are checked and then forgotten.
package struct PaymentMethods: Sendable {
    let parts: TradingParts
    /// The maximum number for one person.
    package static let most = 20
    /// The largest number of characters of a name.
    package static let longestLabel = 60

    package func all(of owner: String) async throws -> [PaymentMethod] {
        try await parts.read { try $0.records.methods(of: owner) }
    }

    /// A card or account, even if it has been removed.
    ///
    /// - Throws: ``TradingError/noMethod(_:)``.
    package func method(_ id: String, of owner: String) async throws -> PaymentMethod {
        try await parts.read { change in
            guard let method = try change.records.method(id: id), method.owner == owner else { throw TradingError.noMethod(id) }
            return method
        }
    }

    /// Links a card.
    ///
    /// - Parameters:
    ///   - number: as people type it.
    ///   - expires: `MM/YY`.
    ///   - label: a name for the person; nil for the network and the last four digits.
    /// - Throws: ``TradingError/badMethod(reason:)``, ``TradingError/tooManyMethods(most:)``.
    package func addCard(number: String, expires: String, label: String?, of owner: String) async throws -> PaymentMethod {
        let card: CardNumber
        let expiry: CardExpiry
        let today = Day(secondsSince1970: try await TradingAccounts(parts: parts).bankTime())
        do {
            card = try CardNumber(number)
            expiry = try CardExpiry(expires)
            try expiry.check(on: today)
        } catch {
            throw TradingError.badMethod(reason: "\(error)")
        }
        return try await add(
            .card, network: card.network.name, lastFour: card.lastFour, expires: "\(expiry)", label: label, of: owner)
    }

    /// Links a bank account.
    ///
    /// - Throws: ``TradingError/badMethod(reason:)``, ``TradingError/tooManyMethods(most:)``.
    package func addBankAccount(iban text: String, label: String?, of owner: String) async throws -> PaymentMethod {
        let iban: IBAN
        do {
            iban = try IBAN(text)
        } catch {
            throw TradingError.badMethod(reason: "\(error)")
        }
        return try await add(.bankAccount, network: iban.country, lastFour: iban.lastFour, expires: nil, label: label, of: owner)
    }

    private func add(
        _ kind: PaymentMethod.Kind, network: String, lastFour: String, expires: String?, label: String?, of owner: String
    ) async throws -> PaymentMethod {
        let name = try Self.checked(label ?? "\(network) \(lastFour)")
        return try await parts.change { change in
            _ = try change.account(of: owner)
            guard try change.records.methods(of: owner).count < Self.most else {
                throw TradingError.tooManyMethods(most: Self.most)
            }
            let method = PaymentMethod(
                id: TradingParts.newID("m_"), owner: owner, kind: kind, label: name, network: network, lastFour: lastFour,
                expires: expires, createdAt: change.now)
            try change.records.insert(method)
            return method
        }
    }

    /// - Throws: ``TradingError/noMethod(_:)``, ``TradingError/badMethod(reason:)``.
    package func rename(_ id: String, to label: String, of owner: String) async throws -> PaymentMethod {
        let label = try Self.checked(label)
        return try await parts.change { change in
            var method = try change.method(id, of: owner)
            method.label = label
            try change.records.update(method)
            return method
        }
    }

    /// Removes a card or account. A withdrawal that is on its way to it still arrives.
    ///
    /// - Throws: ``TradingError/noMethod(_:)``.
    package func remove(_ id: String, of owner: String) async throws {
        try await parts.change { change in
            var method = try change.method(id, of: owner)
            method.removedAt = change.now
            try change.records.update(method)
        }
    }

    private static func checked(_ label: String) throws -> String {
        let words = label.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard (1...longestLabel).contains(words.count), HiddenCharacter.first(in: words) == nil else {
            throw TradingError.badMethod(reason: "a name of a card or account has 1 to \(longestLabel) visible characters")
        }
        return words
    }
}
