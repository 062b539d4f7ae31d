import APIKit
import HTMLTemplates
import HTTPEdge
import HTTPTypes
import JSONText
import People

/// The errors of a form: a sentence beside each field, or above the form if no field is at fault.
package struct FormErrors: Sendable {
    package private(set) var byField: [String: String] = [:]
    /// The errors that concern no field of the form.
    package private(set) var general: String?
    /// The status of the page that shows them.
    package private(set) var status = HTTPResponse.Status.unprocessableContent
    private(set) var retryAfterSeconds: Int?

    package var isEmpty: Bool { byField.isEmpty && general == nil }

    package init() {}

    /// - Parameter field: the field beside which the sentence stands; nil for above the form.
    package init(_ sentence: String, to field: String?, status: HTTPResponse.Status = .unprocessableContent) {
        self.status = status
        add(sentence, to: field)
    }

    /// The errors of a form whose fields have the names of the operation's members.
    ///
    /// - Throws: `error`, if it does not concern the submitted values.
    package init(_ error: any Error, _ names: [String], _ words: Words) throws {
        try self.init(error, Dictionary(uniqueKeysWithValues: names.map { ("/\($0)", $0) }), words)
    }

    /// - Parameters:
    ///   - error: the error of an operation. Failures of the server are thrown again: they are not the form's fault.
    ///   - fields: the form's field for each JSON pointer or parameter of the operation: `["/quantity": "quantity"]`.
    ///   - sentence: a more specific sentence than the one for the problem's code; nil for that one.
    /// - Throws: `error`, if it does not concern the submitted values.
    package init(_ error: any Error, _ fields: [String: String], _ words: Words, saying sentence: String? = nil) throws {
        if sentence == nil, let invalid = error as? InvalidInput, invalid.problem.status != .notFound {
            for error in invalid.errors { add(try FormErrors(error, fields, words)) }
            return
        }
        let problem = Problem(error)
        let passes = [
            "token-needed", "session-over", "not-fresh", "second-factor-first", "password-first", "deletion-first", "csrf",
            "foreign-origin", "operators-only",
        ]
        let isOfForm = (400..<500).contains(problem.status.code) || problem.code == "busy"
        guard isOfForm, !passes.contains(problem.code) else { throw error }
        if [409, 429, 503].contains(problem.status.code) { status = problem.status }
        retryAfterSeconds = problem.retryAfterSeconds
        let field = problem.field.flatMap { fields[$0] }
        // Names of people have other limits than those of wallets.
        let isOfPerson = error is PeopleError && problem.code == "bad-name"
        add(sentence ?? (isOfPerson ? words("problem.value.name") : Self.sentence(problem, field, words)), to: field)
    }

    /// The requirement of a field is more helpful than the statement that its value is not accepted.
    private static func sentence(_ problem: Problem, _ field: String?, _ words: Words) -> String {
        let isOfValue = ["invalid-value", "missing-value", "bad-choice"].contains(problem.code)
        guard isOfValue, let field, words.has("problem.value.\(field)") else { return sentence(problem, words) }
        return words("problem.value.\(field)")
    }

    /// Adds a sentence beside a field; nil above the form.
    package mutating func add(_ sentence: String, to field: String?) {
        guard let field else { return general = general ?? sentence }
        if byField[field] == nil { byField[field] = sentence }
    }

    /// Adds the errors of another check of the same form; those that are here already stay.
    package mutating func add(_ other: FormErrors) {
        for (field, sentence) in other.byField { add(sentence, to: field) }
        if let general = other.general { add(general, to: nil) }
    }

    /// Returns the sentence for a problem in the reader's language; for a code without one, the text for programs.
    package static func sentence(_ problem: Problem, _ words: Words) -> String {
        let key = "problem.code.\(problem.code)"
        guard words.has(key) else { return problem.detail }
        var values = ["value": "", "accepted": problem.accepted ?? "", "field": problem.field ?? ""]
        if let value = problem.value { values["value"] = value.string ?? Problem.shown(value) }
        if let seconds = problem.retryAfterSeconds { values["wait"] = WaitView.text(seconds, words) }
        return words(key, values)
    }

    /// The values of a template: `errors.quantity`, which is text or a flag that is off, for each of the form's fields.
    package func values(_ fields: [String]) -> TemplateValue {
        .group([String: TemplateValue](uniqueKeysWithValues: fields.map { ($0, .optional(byField[$0])) }))
    }
}

/// How long the reader has to wait, in words.
enum WaitView {
    static func text(_ seconds: Int, _ words: Words) -> String {
        if seconds <= 90 { return words("wait.seconds", n: max(1, seconds)) }
        if seconds <= 90 * 60 { return words("wait.minutes", n: (seconds + 59) / 60) }
        return words("wait.hours", n: (seconds + 3599) / 3600)
    }
}
