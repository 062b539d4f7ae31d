import APIKit
import HTMLTemplates
import HTTPEdge
import Languages
import Ledger
import Market
import MarketData
import PageKit
import Trading

/// Recurring purchases: active and ended ones.
package struct TradingPlanPages: Sendable {
    let trading: Trading
    let market: MarketData
    let operations: TradeOperations

    func add(to pages: inout PageList) {
        pages.get("/trading/plans", .scope(.read)) { visit in .page(try await list(visit, nil)) }
        pages.post("/trading/plans/:plan", .scope(.write), cancel)
    }

    /// - Parameter failure: why a plan could not be ended.
    private func list(_ visit: Visit, _ failure: String?) async throws -> Page {
        let write = TradingWords(visit, trading)
        let plans = try await trading.plans.listed(of: visit.caller.owner)
        let assets = try await market.store.assets(ids: Set(plans.map(\.plan.asset)))
        func rows(_ isActive: Bool) -> [TemplateValue] {
            plans.filter { ($0.plan.state == .active) == isActive }.map { row($0, assets[$0.plan.asset], write) }
        }
        let (active, ended) = (rows(true), rows(false))
        return Page(
            "trade-plans", title: visit.words("trade.plans.title"), place: .practice,
            [
                "htmlClass": write.amounts.pageClass, "rows": .list(active), "isEmpty": .flag(active.isEmpty),
                "ended": .list(ended), "hasEnded": .flag(!ended.isEmpty), "failure": .optional(failure),
            ])
    }

    private func row(_ listed: Plans.Listed, _ asset: Asset?, _ write: TradingWords) -> TemplateValue {
        let (plan, words) = (listed.plan, write.words)
        let (coin, isActive) = (asset.map { "\($0.ticker)" } ?? "\(plan.asset)", plan.state == .active)
        let cash = write.veiled(write.cash(plan.amount, plan.currency))
        let what = words("trade.plan.what.\(plan.every.rawValue)", ["cash": cash, "coin": coin])
        let moment = write.moment(isActive ? plan.nextAt : plan.endsAt)
        return [
            "id": .text(plan.id), "what": .text(what), "runs": .text(words("trade.plan.runs", n: plan.runs)),
            "next": .text(isActive ? words("trade.plan.next", ["moment": moment]) : words("trade.state.\(plan.state.rawValue)")),
            "ends": .text(words("trade.plan.ends", ["moment": write.moment(plan.endsAt)])), "isActive": .flag(isActive),
            "cancelLabel": .text(words("trade.plan.cancel-label", ["what": what])),
            "coin": asset.map { CoinView.of($0, words) } ?? false,
            // The first purchase is due at the start, and the server makes it in its next round of scheduled work.
            "isSoon": .flag(isActive && plan.runs == 0), "newest": listed.newest.map { newest($0, what, words) } ?? false,
        ]
    }

    /// The result of the newest purchase, with the reason if it failed.
    private func newest(_ order: TradeOrder, _ what: String, _ words: Words) -> TemplateValue {
        let state = order.state.rawValue
        return [
            "href": .text("/trading/history/\(order.id)"), "label": .text(words("trade.plan.newest-label", ["what": what])),
            "state": .text(words("trade.state.\(state)")), "badge": .text(TradingEntryView.badge(of: state)),
            "why": .optional(TradingEntryView.sentence(ofReason: order.reason, words)),
        ]
    }

    private func cancel(_ visit: Visit, _ fields: Fields) async throws -> Outcome {
        do {
            _ = try await visit.perform(operations.cancelPlan, ["plan": visit.path("plan")], key: fields.key)
            return .redirect("/trading/plans?done=trade-plan-cancelled")
        } catch {
            let problem = Problem(error)
            guard problem.code == "plan-ended" else { throw error }
            return .page(try await list(visit, visit.words("trade.refused.plan-ended")).with(problem.status))
        }
    }
}
