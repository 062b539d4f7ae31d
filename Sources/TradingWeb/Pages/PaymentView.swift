import HTMLTemplates
import Languages
import Ledger
import PageKit
import Trading

/// A deposit or withdrawal in words: its state, and the next steps.
struct PaymentView: Sendable {
    let payment: Payment
    /// The name of the card or account; empty for a deposit.
    let method: String
    let place: PaymentPlace

    private var words: Words { place.words }
    private var kind: String { payment.kind.rawValue }

    /// A payment that has left on the bank's clock counts as sent, even if that is not recorded yet.
    private var state: Payment.State {
        let hasLeft = payment.kind == .withdrawal && payment.state == .pending && place.state.bankTime >= payment.sentAt
        return hasLeft ? .sent : payment.state
    }

    private func cash(_ amount: FixedDecimal) -> String { place.write.veiled(place.write.cash(amount, payment.currency)) }

    var heading: String { words("pay.\(kind).\(state.rawValue)", ["amount": cash(payment.amount)]) }

    private var sentence: String {
        let moment = place.bankMoment(state == .pending && payment.kind == .withdrawal ? payment.sentAt : payment.dueAt)
        return words("pay.\(kind).\(state.rawValue).what", ["moment": moment, "method": method])
    }

    /// Whether the bank is still processing it.
    var isOpen: Bool { state == .pending || state == .sent }

    private var canCancel: Bool { state == .pending }

    private var icon: String {
        switch state {
        case .settled: "check"
        case .pending, .sent: "clock"
        case .returned, .cancelled: "close"
        }
    }

    var values: Values {
        [
            "title": .text(heading), "sentence": .text(sentence), "icon": .text(icon), "isBad": .flag(state == .returned),
            "isOpen": .flag(isOpen), "isQuiet": .flag(state == .cancelled), "why": .optional(why), "pairs": .list(pairs),
            "steps": .list(steps), "canCancel": .flag(canCancel), "path": .text("/trading/payments/\(payment.id)"),
            "receiptHref": .text("/trading/history/\(payment.id)"), "isDeposit": .flag(payment.kind == .deposit),
        ]
    }

    private var why: String? {
        payment.reason.flatMap { words.has("pay.reason.\($0)") ? words("pay.reason.\($0)") : nil }
    }

    private var pairs: [TemplateValue] {
        var pairs = [PaymentPlace.pair(words("pay.amount"), cash(payment.amount))]
        // A returned payment cost nothing.
        if payment.kind == .withdrawal, state != .returned, state != .cancelled {
            pairs += [
                PaymentPlace.pair(words("pay.fee"), cash(payment.fee)),
                PaymentPlace.pair(words("pay.leaves"), cash(payment.whole), isStrong: true),
            ]
        }
        if payment.kind == .withdrawal { pairs.append(PaymentPlace.pair(words("pay.to"), method)) }
        return pairs + [PaymentPlace.pair(words("pay.number"), payment.id)]
    }

    // MARK: Steps

    /// The steps of a payment, each with its time on the bank's clock. None is the current one: a step happens at its time.
    private var steps: [TemplateValue] {
        var steps: [(name: String, time: Int, isDone: Bool)] = [("asked", payment.requestedAt, true)]
        if payment.kind == .withdrawal {
            steps.append(("sent", payment.sentAt, state == .sent || state == .settled || state == .returned))
        }
        steps.append(("arrived", payment.dueAt, state == .settled))
        if state == .cancelled || state == .returned {
            steps = steps.filter(\.isDone) + [(state.rawValue, payment.endedAt ?? payment.dueAt, true)]
        }
        return steps.map { step in
            let isFailed = ["cancelled", "returned"].contains(step.name)
            return [
                "text": .text(words("pay.step.\(step.name)")), "moment": .text(place.bankMoment(step.time)),
                "class": .optional(isFailed ? "failed" : step.isDone ? "done" : nil),
            ]
        }
    }
}
