import APIKit
import Access
import Foundation
import HTMLTemplates
import HTTPEdge
import HTTPTypes
import Hummingbird
import Market
import People

/// The common parts of an account's pages: their menu, and the display of a refused form.
package enum AccountFrame {
    /// The pages of an account, in the order of the menu.
    package enum Part: String, CaseIterable, Sendable {
        case profile = "/account"
        case password = "/account/password"
        case secondFactor = "/account/second-factor"
        case pin = "/account/pin"
        case devices = "/account/devices"
        case events = "/account/events"
        case tokens = "/account/tokens"
        case verification = "/trading/verification"
        case referral = "/trading/referral"
        case export = "/account/export"
        case deletion = "/account/deletion"

        package var key: String {
            self == .profile ? "profile" : String(rawValue.drop { $0 == "/" }.drop { $0 != "/" }.dropFirst())
        }
    }

    package static func page(_ visit: Visit, _ part: Part?, title: String, _ cards: [CardView], scripts: [String] = ["account"])
        -> Page
    {
        let words = visit.words
        let menu: [TemplateValue] = Part.allCases.map { entry in
            [
                "label": .text(words("account.menu.\(entry.key)")), "href": .text(entry.rawValue),
                "isCurrent": .flag(entry == part),
            ]
        }
        return Page(
            "account", title: title, place: .account, scripts: scripts,
            ["heading": .text(title), "menu": .list(menu), "lead": .optional(nil), "cards": .list(cards.map(\.values))])
    }

    /// Returns a moment in the person's time zone. A line breaks only between its day and its time.
    package static func moment(_ seconds: Int, _ visit: Visit) -> String {
        let name = visit.person?.choices.timeZone ?? "UTC"
        return visit.format.moment(secondsSince1970: seconds, in: TimeZone(identifier: name) ?? .gmt).withoutBreaks
    }

    package static func day(_ seconds: Int, _ visit: Visit) -> String {
        visit.format.date(Day(secondsSince1970: seconds)).withoutBreaks
    }
}

extension Visit {
    /// The caller's session.
    ///
    /// - Throws: the ``Problem`` of a caller without one.
    package var standing: SessionStanding { get throws(Problem) { try caller.session } }

    /// The caller's account.
    ///
    /// - Throws: the ``Problem`` of a caller without one.
    package var account: Person {
        get throws(Problem) {
            guard let person else { throw Need.noSession }
            return person
        }
    }

    /// The address to go to afterwards, from the query or a form; nil if there is none that leads to this server.
    package func next(_ fields: Fields? = nil) -> String? { (fields?["next"] ?? query("next")).flatMap(LocalPath.checked) }
}

extension Reply {
    /// The answer as a file or picture.
    package var asResponse: Response {
        guard case .bytes(let buffer) = body else { return Response(status: status, headers: headers) }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: buffer))
    }
}

extension PageList {
    /// Adds a form. If the password was given too long ago, it is asked for again; the form's fields are kept, except secrets.
    package mutating func postFresh(_ path: String, _ need: Need, again: String? = nil, _ handler: @escaping Handler) {
        post(path, need) { visit, fields in
            do {
                return try await handler(visit, fields)
            } catch  where Problem(error).code == "not-fresh" {
                guard again == nil else { return .redirect(LocalPath.page("/confirm", next: again)) }
                return .page(try ConfirmForm.page(visit, next: visit.request.uri.path, kept: fields))
            }
        }
    }
}
