import APIKit
import Alerts
import Records
import Services
import Store

/// Alerts, over HTTP and for pages.
package struct AlertsOperations: Sendable {
    package let list: TypedOperation<Nothing, [Alert]>
    package let add: TypedOperation<AlertDraft, Alert>
    package let show: TypedOperation<Alerts.Named, Alert>
    package let firings: TypedOperation<Alerts.Named, [AlertFiring]>
    package let pause: TypedOperation<Alerts.Named, Alert>
    package let resume: TypedOperation<Alerts.Named, Alert>
    package let remove: TypedOperation<Alerts.Named, Void>
    package let restore: TypedOperation<Alerts.Named, Alert>
    package let trial: TypedOperation<Alerts.Named, AlertTrial>
    package let trialOfDraft: TypedOperation<AlertDraft, AlertTrial>

    package init(_ alerts: Alerts) {
        let (store, path, tag) = (alerts.store, "/v1/alerts", "Alerts")
        let trials = OwnerComputations<AlertTerms, AlertTrial>(.alertTrials)
        let ended = [409: "The alert has ended."] as KeyValuePairs
        list = TypedOperation(
            .get, path, id: "listAlerts", tag: tag, "The caller's alerts, newest first.", need: .scope(.read),
            answer: .pages("A page of alerts.", key: \.id), perform: store.work(reading: alerts.list))
        add = TypedOperation(
            .post, path, id: "addAlert", tag: tag,
            "Sets an alert. It fires when a figure that is newer than those known now passes the threshold.", need: .scope(.write),
            example: #"{"measure":"price","asset":"BTC","direction":"below","threshold":"60000"}"#,
            refusals: [
                404: "There is no such coin or wallet.", 409: "There are too many alerts, or no model makes the forecasts.",
            ],
            answer: .stored(201, "The alert.", in: store)
        ) { draft, call in try await alerts.add(draft, of: call.caller.owner) }
        show = TypedOperation(
            .get, "\(path)/{alert}", id: "getAlert", tag: tag, "An alert.", need: .scope(.read), answer: .record(200, "The alert."),
            perform: store.work(reading: alerts.show))
        firings = TypedOperation(
            .get, "\(path)/{alert}/firings", id: "listAlertFirings", tag: tag,
            "What an alert has fired, with the figures that it saw, newest first.", need: .scope(.read),
            answer: .pages("A page of firings.", key: \.id), perform: store.work(reading: alerts.firings))
        pause = TypedOperation(
            .post, "\(path)/{alert}/pause", id: "pauseAlert", tag: tag, "Pauses an alert.", need: .scope(.write), refusals: ended,
            answer: .stored(200, "The alert.", in: store), perform: store.work(changing: alerts.pause))
        resume = TypedOperation(
            .post, "\(path)/{alert}/resume", id: "resumeAlert", tag: tag,
            "Watches a paused alert again, from the newest figure on.",
            need: .scope(.write), refusals: ended, answer: .stored(200, "The alert.", in: store)
        ) { named, call in try await alerts.resume(named, of: call.caller.owner) }
        remove = TypedOperation(
            .delete, "\(path)/{alert}", id: "removeAlert", tag: tag, "Removes an alert with its history.", need: .scope(.write),
            answer: .done("The alert is removed."), perform: store.work(changing: alerts.remove))
        restore = TypedOperation(
            .post, "\(path)/{alert}/restore", id: "restoreAlert", tag: tag,
            "Restores an alert that was removed less than a day ago.",
            need: .scope(.write), answer: .stored(200, "The alert.", in: store), perform: store.work(changing: alerts.restore))
        trial = TypedOperation(
            .get, "\(path)/{alert}/trial", id: "tryAlert", tag: tag,
            "What an alert would have fired over the last year of stored closes.", need: .scope(.read),
            refusals: [409: "No model makes the forecasts."],
            answer: .record(200, "The firings.")
        ) { named, call in
            let (owner, terms) = (call.caller.owner, try await alerts.terms(named, of: call.caller.owner))
            return try await trials.value(terms, of: owner) { try await alerts.trial(of: terms, owner) }
        }
        trialOfDraft = TypedOperation(
            .post, "/v1/alert-trials", id: "tryAlertDraft", tag: tag,
            "What a new alert would have fired over the last year of stored closes.", need: .scope(.read), .read,
            example: #"{"measure":"price","asset":"BTC","direction":"below","threshold":"60000"}"#,
            refusals: [404: "There is no such coin or wallet.", 409: "No model makes the forecasts."],
            answer: .record(200, "The firings.")
        ) { draft, call in
            let (owner, terms) = (call.caller.owner, try await alerts.terms(draft, call.caller.owner))
            return try await trials.value(terms, of: owner) { try await alerts.trial(of: terms, owner) }
        }
    }

    package func add(to api: inout API) {
        api.add(list, add, show, firings, pause, resume, remove, restore, trial, trialOfDraft)
    }
}

extension ComputationLimits {
    /// One trial of an owner at a time leaves the forecasts of others their turn; more waiting ones would not end in time.
    fileprivate static var alertTrials: Self {
        var limits = Self()
        (limits.atOnceOfOwner, limits.keysOfOwner) = (1, 4)
        return limits
    }
}

/// Performed by HTTP and by pages, with the same rights.
extension ServerParts {
    package var alertsOperations: AlertsOperations { AlertsOperations(alerts) }
}
