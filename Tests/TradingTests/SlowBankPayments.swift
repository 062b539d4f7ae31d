import Ledger
import Trading

/// Deposits, withdrawals and transfers in the second ledger. The bank's days are taken from the payment itself: the calendar has
/// its own tests.
extension SlowBank {
    struct SlowPayment {
        let id: String
        let person: String
        let kind: Payment.Kind
        let currency: Currency
        let amount: Int
        let fee: Int
        /// Whether the bank returns it.
        let comesBack: Bool
        /// The dollars that it counts towards the limits, in units of 1e-12, and the bank's day of the count.
        let counted: Int128
        let countedOn: Int
        let sentAt: Int
        let dueAt: Int
        /// On the real clock.
        let recordedAt: Int
        var state = Payment.State.pending
        /// On the bank's clock, and on the real one.
        var endedAt: Int?
        var endRecordedAt: Int?

        var hasEnded: Bool { state != .pending && state != .sent }
    }

    /// The dates of the real payment; nil if it was refused.
    struct Dates {
        let sentAt: Int
        let dueAt: Int
    }

    func requirePaymentRoom(_ person: String) throws {
        guard people[person]!.paymentTimes.count(where: { $0 > now - 86_400 }) < rules.mostPaymentsADay else {
            throw Refusal(code: "too-many-requests")
        }
    }

    mutating func deposit(
        _ amount: Int, _ currency: Currency, of person: String, id: String, dates: Dates?
    ) throws -> String {
        try requirePaymentRoom(person)
        guard amount > 0 else { throw Refusal(code: "bad-amount") }
        guard amount >= rules.leastDeposit else { throw Refusal(code: "amount-too-small") }
        guard amount <= rules.mostDeposit else { throw Refusal(code: "amount-too-large") }
        try begin(
            SlowPayment(
                id: id, person: person, kind: .deposit, currency: currency, amount: amount, fee: 0, comesBack: false, counted: 0,
                countedOn: 0, sentAt: bankNow, dueAt: dates?.dueAt ?? 0, recordedAt: now), dates)
        return "pending"
    }

    mutating func withdraw(
        _ amount: Int, _ currency: Currency, to method: String, isConfirmed: Bool, of person: String, id: String, dates: Dates?
    ) throws -> String {
        try requirePaymentRoom(person)
        guard let target = methods[method], target.person == person, target.isLinked else { throw Refusal(code: "no-method") }
        guard amount > 0 else { throw Refusal(code: "bad-amount") }
        guard amount >= rules.leastWithdrawal else { throw Refusal(code: "amount-too-small") }
        try requireLevel(for: .withdrawal, person)
        try requireFree(amount + rules.withdrawalFee, of: Thing(currency), for: person)
        let dollars = Int128(amount) * Int128(try rate(of: currency)) * 1_000_000
        try requireRoom(dollars, for: .withdrawal, person)
        try requirePassword(dollars, isConfirmed: isConfirmed, person)
        count(dollars, for: .withdrawal, person)
        hold(amount + rules.withdrawalFee, of: Thing(currency), for: person)
        try begin(
            SlowPayment(
                id: id, person: person, kind: .withdrawal, currency: currency, amount: amount, fee: rules.withdrawalFee,
                comesBack: target.comesBack, counted: dollars, countedOn: Self.day(now), sentAt: dates?.sentAt ?? 0,
                dueAt: dates?.dueAt ?? 0, recordedAt: now), dates)
        return "pending"
    }

    private mutating func begin(_ payment: SlowPayment, _ dates: Dates?) throws {
        guard let dates, dates.dueAt >= bankNow, dates.sentAt >= bankNow else {
            throw Refusal(code: "impossible dates \(dates as Any)")
        }
        keepBankTime()
        payments[payment.id] = payment
        people[payment.person]!.paymentTimes.append(now)
    }

    /// Ends a payment: on the bank's clock now, and on the real clock not before it was announced.
    private mutating func endPayment(_ id: String, as state: Payment.State) {
        payments[id]!.state = state
        payments[id]!.endedAt = bankNow
        payments[id]!.endRecordedAt = max(now, payments[id]!.recordedAt)
    }

    mutating func cancelPayment(_ id: String, of person: String) throws -> String {
        guard let payment = payments[id], payment.person == person else { throw Refusal(code: "no-payment") }
        if payment.state == .cancelled { return "cancelled" }
        guard payment.state == .pending, payment.kind == .deposit || bankNow < payment.sentAt else {
            throw Refusal(code: "not-cancellable")
        }
        if payment.kind == .withdrawal { giveBack(payment) }
        endPayment(id, as: .cancelled)
        keepBankTime()
        return "cancelled"
    }

    /// A withdrawal's held amount becomes available again, with its fee, and no longer counts towards the limits.
    private mutating func giveBack(_ payment: SlowPayment) {
        hold(-(payment.amount + payment.fee), of: Thing(payment.currency), for: payment.person)
        people[payment.person]!.used[.withdrawal]![payment.countedOn]! -= payment.counted
    }

    func isDue(_ payment: SlowPayment) -> Bool {
        guard !payment.hasEnded else { return false }
        return payment.dueAt <= bankNow
            || (payment.kind == .withdrawal && payment.state == .pending && payment.sentAt <= bankNow)
    }

    /// Advances a due payment by one step.
    mutating func settle(_ id: String) {
        let payment = payments[id]!
        keepBankTime()
        guard payment.dueAt <= bankNow else {
            payments[id]!.state = .sent
            return
        }
        let thing = Thing(payment.currency)
        switch (payment.kind, payment.comesBack) {
        case (.deposit, _):
            add(payment.amount, of: thing, to: payment.person)
            cameIn[thing, default: 0] += payment.amount
            endPayment(id, as: .settled)
        case (.withdrawal, true):
            giveBack(payment)
            endPayment(id, as: .returned)
        case (.withdrawal, false):
            people[payment.person]!.purses[thing]!.held -= payment.amount + payment.fee
            wentOut[thing, default: 0] += payment.amount
            fees[thing, default: 0] += payment.fee
            endPayment(id, as: .settled)
        }
    }

    // MARK: Cards and accounts

    /// The maximum number for one person.
    static let mostMethods = 20

    mutating func link(comesBack: Bool, of person: String, id: String) throws -> String {
        guard methods.values.count(where: { $0.person == person && $0.isLinked }) < Self.mostMethods else {
            throw Refusal(code: "too-many-methods")
        }
        methods[id] = Method(person: person, comesBack: comesBack)
        return "linked \(id)"
    }

    mutating func unlink(_ id: String, of person: String) throws -> String {
        guard let method = methods[id], method.person == person, method.isLinked else { throw Refusal(code: "no-method") }
        methods[id]!.isLinked = false
        return "removed"
    }

    // MARK: Transfers

    /// The sender pays the fee in the coin, rounded up to the smallest unit.
    mutating func send(
        _ coins: Int, _ thing: Thing, to address: String, isConfirmed: Bool, of person: String
    ) throws -> String {
        guard !thing.isCash else { throw Refusal(code: "not-a-coin") }
        guard let receiver = people.values.first(where: { $0.address[thing] == address })?.name else {
            // An address of another coin cannot be one of this coin.
            throw Refusal(code: "bad-address")
        }
        guard receiver != person else { throw Refusal(code: "own-address") }
        guard coins > 0 else { throw Refusal(code: "bad-amount") }
        try requireLevel(for: .transfer, person)
        let fee = (coins * rules.transferFee + 999_999) / 1_000_000
        try requireFree(coins + fee, of: thing, for: person)
        guard people[person]!.transferTimes.count(where: { $0 > now - 86_400 }) < rules.mostTransfersADay else {
            throw Refusal(code: "too-many-requests")
        }
        let dollars = Int128(coins) * Int128(try price(of: thing).dollars)
        try requireRoom(dollars, for: .transfer, person)
        try requirePassword(dollars, isConfirmed: isConfirmed, person)
        people[person]!.transferTimes.append(now)
        count(dollars, for: .transfer, person)
        add(-coins - fee, of: thing, to: person)
        add(coins, of: thing, to: receiver)
        fees[thing, default: 0] += fee
        return "sent, fee \(thing.decimal(fee))"
    }
}
