import Banking
import Ledger
import Market

/// Simulated deposits and withdrawals of cash, by the calendar and the clock of a fictitious bank.
package struct Payments: Sendable {
    let parts: TradingParts

    /// The account to which a person would transfer cash.
    package struct DepositDetails: Equatable, Sendable {
        package let recipient: String
        package let bank: String
        package let iban: IBAN
        package let reference: PaymentReference
        /// When a deposit that is announced now arrives, on the bank's clock.
        package let arrivesAt: Int
        /// Whether it arrives at once, as a person's first deposits do.
        package let isInstant: Bool
    }

    /// The conditions of a payment before it is made.
    package struct Preview: Equatable, Sendable {
        package let kind: Payment.Kind
        package let currency: Currency
        package let amount: FixedDecimal
        package let fee: FixedDecimal
        /// Until when it can be cancelled, on the bank's clock; this is when a withdrawal leaves.
        package let sentAt: Int
        package let arrivesAt: Int
    }

    // MARK: Deposits

    /// Does not open an account: the details are the same before and after.
    package func depositDetails(of owner: String) async throws -> DepositDetails {
        try await parts.read { change in
            let standing = try change.standing(of: owner)
            return DepositDetails(
                recipient: try change.records.personName(of: owner) ?? "Closecast", bank: "Closecast Simulated Bank",
                iban: IBAN.simulated(account: standing.number), reference: standing.reference,
                arrivesAt: try change.arrivalOfDeposit(of: owner), isInstant: try change.isInstantDeposit(of: owner))
        }
    }

    /// Announces a deposit, which arrives after some banking days; a person's first ones arrive at once
    /// (``TradingRules/instantDeposits``).
    ///
    /// - Throws: ``TradingError/badAmount(_:places:)``, ``TradingError/tooSmall(_:_:least:)``, ``TradingError/tooLarge(_:_:most:)``.
    package func deposit(_ amount: FixedDecimal, _ currency: Currency, of owner: String) async throws -> Payment {
        try await parts.change { change in
            _ = try change.account(of: owner)
            try change.requirePaymentRoom(of: owner)
            let rules = change.rules
            try change.check(amount, currency, least: rules.leastDeposit, most: rules.mostDeposit)
            let requestedAt = try change.bankNow
            let payment = Payment(
                id: TradingParts.newID("p_"), owner: owner, kind: .deposit, currency: currency, amount: amount, fee: .zero,
                method: nil, state: .pending, requestedAt: requestedAt, sentAt: requestedAt,
                dueAt: try change.arrivalOfDeposit(of: owner), recordedAt: change.now)
            try change.keepBankTime()
            try change.records.insert(payment)
            guard payment.dueAt == requestedAt, try change.settle(payment.id) else { return payment }
            return try change.records.payment(id: payment.id) ?? payment
        }
    }

    // MARK: Withdrawals

    /// Returns the cost and the duration of a withdrawal.
    ///
    /// - Throws: as ``withdraw(_:_:to:of:dueAt:isConfirmed:)``.
    package func previewWithdrawal(
        _ amount: FixedDecimal, _ currency: Currency, to method: String, of owner: String
    ) async throws -> Preview {
        try await parts.read { change in
            guard let account = try change.records.account(of: owner) else { throw TradingError.noMethod(method) }
            try change.requirePaymentRoom(of: owner)
            try change.requireUnexpired(try change.method(method, of: owner))
            _ = try change.checkWithdrawal(amount, currency, account)
            return try change.preview(amount, currency)
        }
    }

    /// Holds an amount and its fee, sends them to a card or account of the person, and settles after some banking days.
    ///
    /// - Parameters:
    ///   - dueAt: the arrival time in the preview that the person saw, on the bank's clock; nil if that does not matter.
    ///   - isConfirmed: whether the password was entered recently.
    /// - Throws: ``TradingError``: amounts, limits, ``TradingError/noMethod(_:)``, ``TradingError/methodExpired(lastFour:expires:)``,
    ///   ``TradingError/notEnough(_:have:need:)``, ``TradingError/datesMoved(dueAt:)``, ``TradingError/notFresh(limit:)``.
    package func withdraw(
        _ amount: FixedDecimal, _ currency: Currency, to method: String, of owner: String, dueAt: Int? = nil,
        isConfirmed: Bool = true
    ) async throws -> Payment {
        try await parts.change { change in
            let account = try change.account(of: owner)
            try change.requirePaymentRoom(of: owner)
            try change.requireUnexpired(try change.method(method, of: owner))
            let (counted, usage) = try change.checkWithdrawal(amount, currency, account)
            let preview = try change.preview(amount, currency)
            if let dueAt, dueAt != preview.arrivesAt { throw TradingError.datesMoved(dueAt: preview.arrivesAt) }
            try change.requireConfirmed(counted, account, isConfirmed: isConfirmed)
            try change.count(usage, of: owner)
            let payment = Payment(
                id: TradingParts.newID("p_"), owner: owner, kind: .withdrawal, currency: currency, amount: amount, fee: preview.fee,
                counted: counted, method: method, state: .pending, requestedAt: try change.bankNow, sentAt: preview.sentAt,
                dueAt: preview.arrivesAt, recordedAt: change.now)
            try change.keepBankTime()
            let time = try change.postingTime(account)
            try change.records.append(
                [
                    change.move(
                        payment.whole, of: currency.asset, in: account, toHeld: true, key: "trading/\(payment.id)/hold",
                        at: time)
                ], of: owner, recordedAt: change.now)
            try change.records.insert(payment)
            return payment
        }
    }

    /// Cancels a withdrawal that has not left yet, or a deposit that was announced by mistake.
    ///
    /// - Throws: ``TradingError/noPayment(_:)``, ``TradingError/notCancellable(_:state:)``.
    package func cancel(_ id: String, of owner: String) async throws -> Payment {
        try await parts.change { change in
            guard var payment = try change.records.payment(id: id), payment.owner == owner else {
                throw TradingError.noPayment(id)
            }
            if payment.state == .cancelled { return payment }
            let bankNow = try change.bankNow
            guard payment.state == .pending, payment.kind == .deposit || bankNow < payment.sentAt else {
                throw TradingError.notCancellable(id, state: payment.state == .pending ? .sent : payment.state)
            }
            if payment.kind == .withdrawal { try change.releaseWithdrawal(payment) }
            payment.end(as: .cancelled, at: bankNow, recordedAt: change.now)
            try change.keepBankTime()
            try change.records.update(payment)
            return payment
        }
    }

    package func payment(_ id: String, of owner: String) async throws -> Payment {
        try await parts.read { change in
            guard let payment = try change.records.payment(id: id), payment.owner == owner else {
                throw TradingError.noPayment(id)
            }
            return payment
        }
    }

    package func open(of owner: String) async throws -> [Payment] {
        try await parts.read { try $0.records.openPayments(of: owner) }
    }

    // MARK: By the bank's clock

    /// Sends and settles due payments, each in a transaction of its own.
    func settleDue(_ work: inout UnfinishedWork) async throws {
        while !Task.isCancelled {
            let due = try await parts.read { try $0.records.duePayments(at: try $0.bankNow, limit: 100).map(\.id) }
            let done = try await work.doEach(due, parts) { change, id in
                guard try change.settle(id) else { return false }
                if let payment = try change.records.payment(id: id) { try change.tell(payment) }
                return true
            }
            // Payments that could not be settled are still due.
            guard due.count == 100, done > 0 else { break }
        }
    }
}

extension TradingChange {
    /// The time on the bank's clock at which a payment ordered now arrives.
    fileprivate func arrival(after days: Int) throws -> Int {
        BankCalendar.next(days: days, after: try bankNow, cutOff: rules.cutOffMinutes)
    }

    fileprivate func isInstantDeposit(of owner: String) throws -> Bool {
        try records.depositCount(of: owner) < rules.instantDeposits
    }

    fileprivate func arrivalOfDeposit(of owner: String) throws -> Int {
        try isInstantDeposit(of: owner) ? bankNow : arrival(after: rules.depositDays)
    }

    fileprivate func preview(_ amount: FixedDecimal, _ currency: Currency) throws -> Payments.Preview {
        let sentAt = BankCalendar.cutOff(after: try bankNow, cutOff: rules.cutOffMinutes)
        return Payments.Preview(
            kind: .withdrawal, currency: currency, amount: amount, fee: rules.withdrawalFee.amount, sentAt: sentAt,
            arrivesAt: max(try arrival(after: rules.withdrawalDays), sentAt))
    }

    fileprivate func check(_ amount: FixedDecimal, _ currency: Currency, least: Cents, most: Cents?) throws {
        guard amount > .zero, amount.isWhole(atPlaces: TradingPlaces.cash), amount < Transaction.amountLimit else {
            throw TradingError.badAmount("\(amount)", places: TradingPlaces.cash)
        }
        guard amount >= least.amount else { throw TradingError.tooSmall(amount, currency, least: least.amount) }
        if let most, amount > most.amount { throw TradingError.tooLarge(amount, currency, most: most.amount) }
    }

    /// - Returns: the amount in US dollars, and the usage to count.
    fileprivate func checkWithdrawal(
        _ amount: FixedDecimal, _ currency: Currency, _ account: TradingAccount
    ) throws -> (dollars: FixedDecimal, usage: Usage) {
        try check(amount, currency, least: rules.leastWithdrawal, most: nil)
        guard rules.limits(account.level, .withdrawal).day > .zero else { throw TradingError.notVerified(.withdrawal) }
        // Both have limits, so their sum cannot overflow.
        try requireFree(amount + rules.withdrawalFee.amount, of: currency.asset, in: account)
        let dollars = try amount.multiplied(by: rate(of: currency))
        return (dollars, try requireRoom(for: dollars, .withdrawal, account))
    }

    /// - Throws: ``TradingError/noMethod(_:)``, also for a method that was removed.
    func method(_ id: String, of owner: String) throws -> PaymentMethod {
        guard let method = try records.method(id: id), method.owner == owner, method.removedAt == nil else {
            throw TradingError.noMethod(id)
        }
        return method
    }

    /// - Throws: ``TradingError/methodExpired(lastFour:expires:)``.
    fileprivate func requireUnexpired(_ method: PaymentMethod) throws {
        guard let expiry = method.expiry, expiry.isOver(on: Day(secondsSince1970: try bankNow)) else { return }
        throw TradingError.methodExpired(lastFour: method.lastFour, expires: "\(expiry)")
    }

    /// Releases the held amount of a withdrawal and restores its amount to the limits.
    fileprivate func releaseWithdrawal(_ payment: Payment) throws {
        let account = try account(of: payment.owner)
        let time = try postingTime(account)
        try records.append(
            [
                move(
                    payment.whole, of: payment.currency.asset, in: account, toHeld: false,
                    key: "trading/\(payment.id)/release", at: time)
            ], of: payment.owner, recordedAt: now)
        try giveBack(payment.counted, for: .withdrawal, account, on: Day(secondsSince1970: payment.recordedAt))
    }

    /// Advances a payment by one step; returns false if it has no further step.
    fileprivate func settle(_ id: String) throws -> Bool {
        guard var payment = try records.payment(id: id), payment.endedAt == nil else { return false }
        let bankNow = try bankNow
        if payment.dueAt <= bankNow {
            try finish(&payment, at: bankNow)
        } else if payment.kind == .withdrawal, payment.state == .pending, payment.sentAt <= bankNow {
            payment.state = .sent
        } else {
            return false
        }
        try keepBankTime()
        try records.update(payment)
        return true
    }

    private func finish(_ payment: inout Payment, at bankNow: Int) throws {
        let account = try account(of: payment.owner)
        if payment.kind == .withdrawal, let reason = try returnReason(of: payment) {
            try releaseWithdrawal(payment)
            payment.end(as: .returned, reason: reason, at: bankNow, recordedAt: now)
            return
        }
        let time = try postingTime(account)
        try records.append(try postings(of: payment, account, at: time), of: payment.owner, recordedAt: now)
        payment.end(as: .settled, at: bankNow, recordedAt: now)
    }

    /// Why a withdrawal is returned: the simulated bank refuses accounts with a certain ending, and cards that are no longer valid
    /// on the day of arrival.
    private func returnReason(of payment: Payment) throws -> String? {
        guard let id = payment.method, let method = try records.method(id: id) else { return "account-unknown" }
        if method.lastFour == rules.returnedAccountEnding { return "account-closed" }
        if method.expiry?.isOver(on: Day(secondsSince1970: payment.dueAt)) == true { return "card-expired" }
        return nil
    }

    private func postings(of payment: Payment, _ account: TradingAccount, at time: Int) throws -> [Transaction] {
        let (asset, key) = (payment.currency.asset, "trading/\(payment.id)")
        // Without a rate the cost of euros is unknown, but their quantity still counts.
        let value = payment.currency == .usd ? nil : try? Money.usd(payment.amount.multiplied(by: rate(of: payment.currency)))
        if payment.kind == .deposit {
            return [
                try .deposit(
                    key: key, time: time, wallet: account.wallet, asset: asset, quantity: payment.amount, value: value,
                    note: "deposit \(payment.id)")
            ]
        }
        var postings = [
            try Transaction.withdrawal(
                key: key, time: time, wallet: account.heldWallet, asset: asset, quantity: payment.amount, value: value,
                note: "withdrawal \(payment.id)")
        ]
        if payment.fee > .zero {
            postings.append(
                try .fee(
                    key: key + "/fee", time: time, wallet: account.heldWallet, asset: asset, quantity: payment.fee,
                    note: "fee of \(payment.id)"))
        }
        return postings
    }
}
