import Banking
import Identity
import Ledger
import Market
import Platform

/// Coins sent from one person to another, and the addresses they are sent to.
package struct Transfers: Sendable {
    let parts: TradingParts
    /// The largest number of characters of a note.
    package static let longestNote = 200

    /// The conditions of a transfer before it is made.
    package struct Preview: Equatable, Sendable {
        package let address: String
        package let asset: AssetID
        /// The quantity that arrives.
        package let quantity: Quantity
        package let fee: Quantity
    }

    /// The owner's address for a coin, which is created at the first request and never changes.
    ///
    /// - Throws: ``TradingError/notACoin(_:)``.
    package func address(of owner: String, asset: AssetID) async throws -> String {
        if let stored = try await knownAddress(of: owner, asset: asset) { return stored }
        return try await parts.change { change in
            if let stored = try change.records.address(of: owner, asset: asset) { return stored }
            let coin = try change.coin(asset)
            _ = try change.account(of: owner)
            while true {
                let address = CoinAddress.random(ticker: coin.ticker).description
                guard try change.records.owner(ofAddress: address) == nil else { continue }
                try change.records.insertAddress(address, of: owner, asset: asset)
                return address
            }
        }
    }

    /// The owner's address for a coin; nil before the first request.
    package func knownAddress(of owner: String, asset: AssetID) async throws -> String? {
        try await parts.read { try $0.records.address(of: owner, asset: asset) }
    }

    /// Returns the cost of a transfer. Does not reveal who owns the address.
    ///
    /// - Throws: as ``send(_:_:to:note:of:isConfirmed:)``.
    package func preview(
        _ quantity: Quantity, _ asset: AssetID, to address: String, of owner: String
    ) async throws -> Preview {
        try await parts.read { change in
            let address = try change.receiver(address, asset, of: owner).address
            return Preview(address: address, asset: asset, quantity: quantity, fee: try change.fee(of: quantity, asset, of: owner))
        }
    }

    /// Checks address and amount each on its own, for a form in which both may be wrong: a preview names the first.
    ///
    /// - Parameter quantity: nil if what was typed is no number.
    /// - Returns: what ``send(_:_:to:note:of:isConfirmed:)`` would throw.
    package func faults(
        _ quantity: Quantity?, _ asset: AssetID, to address: String, of owner: String
    ) async throws -> [any Error] {
        try await parts.read { change in
            var faults: [any Error] = []
            do { _ = try change.receiver(address, asset, of: owner) } catch { faults.append(error) }
            do { _ = try quantity.map { try change.fee(of: $0, asset, of: owner) } } catch { faults.append(error) }
            return faults
        }
    }

    /// Sends coins: they leave one account and arrive in the other at once.
    ///
    /// - Parameter isConfirmed: whether the password was entered recently.
    /// - Throws: ``TradingError/badAddress(reason:)``, ``TradingError/unknownAddress(_:)``, ``TradingError/ownAddress``,
    ///   ``TradingError/badAmount(_:places:)``, ``TradingError/notEnough(_:have:need:)``, ``TradingError/notVerified(_:)``,
    ///   ``TradingError/overLimit(_:_:limit:used:level:)``, ``TradingError/noPrice(_:time:ageLimitMinutes:)``, as limits are in dollars,
    ///   ``TradingError/tooManyRequests(_:most:hours:)``, ``TradingError/notFresh(limit:)``.
    package func send(
        _ quantity: Quantity, _ asset: AssetID, to address: String, note: String = "", of owner: String, isConfirmed: Bool = true
    ) async throws -> CoinTransfer {
        try await parts.change { change in
            let account = try change.account(of: owner)
            let (receiver, address) = try change.receiver(address, asset, of: owner)
            let (fee, value, usage) = try change.checkTransfer(quantity, asset, account)
            try change.requireConfirmed(value, account, isConfirmed: isConfirmed)
            try change.count(usage, of: owner)
            let transfer = CoinTransfer(
                id: TradingParts.newID("x_"), sender: owner, receiver: receiver, address: address, asset: asset, quantity: quantity,
                fee: fee, note: note.cut(to: Self.longestNote), createdAt: change.now)
            try change.post(transfer, from: account, value: .usd(value))
            try change.records.insert(transfer)
            try change.tell(transfer)
            return transfer
        }
    }

    /// - Throws: ``TradingError/noHistoryEntry(_:)``.
    package func transfer(_ id: String, sentBy owner: String) async throws -> CoinTransfer {
        try await parts.read { change in
            guard let transfer = try change.records.transfer(id: id), transfer.sender == owner else {
                throw TradingError.noHistoryEntry(id)
            }
            return transfer
        }
    }
}

extension TradingChange {
    /// Returns the owner of an address.
    fileprivate func receiver(_ text: String, _ asset: AssetID, of sender: String) throws -> (owner: String, address: String) {
        let address = try address(text, of: coin(asset))
        guard let (owner, ofAsset) = try records.owner(ofAddress: address), ofAsset == asset else {
            throw TradingError.unknownAddress(address)
        }
        guard owner != sender else { throw TradingError.ownAddress }
        return (owner, address)
    }

    /// Returns a typed address in its stored form.
    fileprivate func address(_ text: String, of coin: Asset) throws -> String {
        do {
            return try CoinAddress(parsing: text, expecting: coin.ticker).description
        } catch {
            throw TradingError.badAddress(reason: "\(error)")
        }
    }

    /// Checks an amount to send, and returns its fee.
    fileprivate func fee(of quantity: Quantity, _ asset: AssetID, of owner: String) throws -> Quantity {
        if let account = try records.account(of: owner) { return try checkTransfer(quantity, asset, account).fee }
        let fee = try transferFee(quantity, try standing(of: owner).level)
        throw TradingError.notEnough(try coin(asset).ticker, have: .zero, need: quantity + fee)
    }

    /// Makes the checks that need no account, and returns the fee.
    fileprivate func transferFee(_ quantity: Quantity, _ level: VerificationLevel) throws -> Quantity {
        guard quantity > .zero, quantity.isWhole(atPlaces: TradingPlaces.coin), quantity < Transaction.amountLimit else {
            throw TradingError.badAmount("\(quantity)", places: TradingPlaces.coin)
        }
        guard rules.limits(level, .transfer).day > .zero else { throw TradingError.notVerified(.transfer) }
        return try quantity.multiplied(by: rules.transferFee.value).roundedUp(places: TradingPlaces.coin)
    }

    /// Checks an amount to send.
    ///
    /// - Returns: the fee, the sent value in US dollars, and the usage to count.
    fileprivate func checkTransfer(
        _ quantity: Quantity, _ asset: AssetID, _ account: TradingAccount
    ) throws -> (fee: Quantity, dollars: FixedDecimal, usage: Usage) {
        let fee = try transferFee(quantity, account.level)
        // Below `Transaction.amountLimit`, and at most 100 % of that.
        try requireFree(quantity + fee, of: asset, in: account)
        try requireTransferRoom(of: account.owner)
        let dollars = try quantity.multiplied(by: price(of: coin(asset).id).dollars)
        return (fee, dollars, try requireRoom(for: dollars, .transfer, account))
    }

    /// The quantity that leaves one account arrives in the other, at the same value.
    fileprivate func post(_ transfer: CoinTransfer, from account: TradingAccount, value: Money) throws {
        let target = try self.account(of: transfer.receiver)
        let time = max(try postingTime(account), try postingTime(target))
        let key = "trading/\(transfer.id)"
        var leaving = [
            try Transaction.withdrawal(
                key: key, time: time, wallet: account.wallet, asset: transfer.asset, quantity: transfer.quantity, value: value,
                note: "sent \(transfer.id)")
        ]
        if transfer.fee > .zero {
            leaving.append(
                try .fee(
                    key: key + "/fee", time: time, wallet: account.wallet, asset: transfer.asset, quantity: transfer.fee,
                    note: "fee of \(transfer.id)"))
        }
        try records.append(leaving, of: transfer.sender, recordedAt: now)
        try records.append(
            [
                try .deposit(
                    key: key, time: time, wallet: target.wallet, asset: transfer.asset, quantity: transfer.quantity,
                    value: value, note: "received \(transfer.id)")
            ], of: transfer.receiver, recordedAt: now)
    }
}
