import APIKit
import HTMLTemplates
import HTTPEdge
import JSONText
import Jobs
import MarketData
import PageKit

/// The display of a task or a batch job: on its page, in the list, and in the events that update both.
package struct TaskView: Sendable {
    package enum State: String, Sendable { case waiting, running, stopping, done, failed, cancelled }

    let id: String
    package let title: String
    /// The address of its page; nil for a batch job, which has none.
    package let href: String?
    package let state: State
    let done: Int
    /// 0 while it is not known.
    let total: Int
    /// Its progress, in words.
    let amount: String
    /// When it started, ended, or was requested.
    let when: String
    /// The paths of its forms.
    let cancelPath: String?
    let removePath: String?
    /// The path of a file with its result.
    let resultPath: String?

    var isOver: Bool { state == .done || state == .failed || state == .cancelled }

    // MARK: For templates and scripts

    func values(_ words: Words) -> TemplateValue {
        [
            "id": .text(id), "title": .text(title), "href": .optional(href), "state": .text(state.rawValue),
            "stateClass": .text(stateClass), "stateText": .text(words("tasks.state.\(state.rawValue)")), "isOpen": .flag(!isOver),
            "isDone": .flag(state == .done),
            "hasFailed": .flag(state == .failed), "isCancelled": .flag(state == .cancelled), "done": "\(done)",
            "total": .optional(total > 0 ? "\(total)" : nil), "amount": .text(amount), "when": .text(when),
            "cancel": .optional(state == .stopping ? nil : cancelPath), "remove": .optional(removePath),
            "result": .optional(resultPath),
        ]
    }

    /// The class of its badge.
    private var stateClass: String {
        switch state {
        case .running: "accent"
        case .done: "up"
        case .failed: "danger"
        case .waiting, .stopping, .cancelled: ""
        }
    }

    func write(_ words: Words, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", id)
            writer.member("state", words("tasks.state.\(state.rawValue)"))
            writer.member("done", done)
            writer.member("total", total)
            writer.member("amount", amount)
            writer.member("is_over", isOver)
        }
    }
}

extension TaskView {
    package init(_ task: LongTask, _ words: Words) {
        (id, href) = (task.id, "/tasks/\(task.id)")
        let isNamed = task.subject == PricePages.sampleSubject
        title = isNamed ? task.label : words("tasks.kind.\(task.kind.rawValue)", ["name": task.label])
        state =
            switch task.state {
            case .waiting: .waiting
            case .running: task.isStopping ? .stopping : .running
            case .done: .done
            case .failed: .failed
            case .cancelled: .cancelled
            }
        (done, total) = (task.progress.done, task.progress.total)
        let counted = ["done": words.format.price(Double(done), decimals: 0)]
        amount =
            switch state {
            case .waiting: words("tasks.waiting")
            case _ where total == 0: ""
            default: words("tasks.amount.\(task.kind.rawValue)", n: total, counted)
            }
        when = words.when(created: task.createdAt, started: task.startedAt, ended: task.endedAt)
        cancelPath = task.isOver ? nil : "/tasks/\(task.id)/cancel"
        removePath = task.isOver ? "/tasks/\(task.id)/remove" : nil
        resultPath = nil
    }

    init(_ job: Job, _ words: Words) {
        (id, href) = (job.id.description, nil)
        title = words("tasks.job", n: job.series, ["model": job.model.name])
        state = State(rawValue: job.state.rawValue)!
        (done, total) = (job.completed, job.series)
        amount = words(
            job.failed > 0 ? "tasks.amount.job-failed" : "tasks.amount.job", n: job.series,
            ["done": words.format.price(Double(done), decimals: 0), "failed": words.format.price(Double(job.failed), decimals: 0)])
        when = words.when(created: job.createdAt, started: job.startedAt, ended: job.finishedAt)
        cancelPath = job.isFinished ? nil : "/tasks/jobs/\(job.id)/cancel"
        removePath = job.isFinished ? "/tasks/jobs/\(job.id)/remove" : nil
        resultPath = job.completed > 0 ? "/v1/jobs/\(job.id)/result" : nil
    }
}

extension Words {
    fileprivate func when(created: Int, started: Int?, ended: Int?) -> String {
        if let ended { return self("tasks.ended", ["time": format.moment(secondsSince1970: ended)]) }
        if let started { return self("tasks.started", ["time": format.moment(secondsSince1970: started)]) }
        return self("tasks.asked", ["time": format.moment(secondsSince1970: created)])
    }
}

extension LongTask {
    /// Why it failed, in the reader's language.
    func failure(_ words: Words) -> String? {
        guard case .failed(let error) = state else { return nil }
        if let sentence = MeasureView.sentence(error, words) { return sentence }
        if let failure = error as? PriceFailure { return failure.sentence(words) }
        let problem = Problem(error)
        return problem.status.code < 500 ? FormErrors.sentence(problem, words) : words("tasks.failed-text")
    }

    /// What stands behind ``failure(_:)``.
    func failureDetails(_ words: Words) -> [String] {
        guard case .failed(let error as PriceFailure) = state else { return [] }
        return error.details(words)
    }
}
