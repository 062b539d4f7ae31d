import HTMLTemplates
import PageKit

/// The pages for people who are not signed in: forms, next to a description of Closecast.
enum WelcomePage {
    /// The ways to sign in or up, and their pages.
    enum Way: String, Sendable { case password, pin, signUp = "sign-up" }

    struct Link: Sendable {
        let text: String
        let href: String
    }

    /// - Parameters:
    ///   - texts: the texts below the heading.
    ///   - tabs: the ways to sign in or up, with the current one; empty for pages that mails open.
    ///   - takesLink: whether a form takes the secret of a mailed link, which stands after the # of the address.
    static func page(
        _ visit: Visit, title: String, texts: [String] = [], tabs: [TemplateValue] = [], forms: [TemplateValue] = [],
        links: [Link] = [], takesLink: Bool = false
    ) -> Page {
        Page(
            "welcome-form", title: title, place: nil, scripts: ["sign-in"],
            [
                "sideChart": .html(WelcomePicture.svg), "heading": .text(title), "texts": .list(texts.map { .text($0) }),
                "hasTabs": .flag(!tabs.isEmpty), "tabs": .list(tabs), "forms": .list(forms),
                "links": .list(links.map { ["text": .text($0.text), "href": .text($0.href)] }), "pin": false,
                "takesLink": .flag(takesLink),
            ])
    }

    /// Returns the tabs that are available to this browser.
    static func tabs(_ visit: Visit, _ current: Way, hasPIN: Bool, canSignUp: Bool, next: String?) -> [TemplateValue] {
        var ways: [(Way, String, String)] = [(.password, "password", "/sign-in")]
        if hasPIN { ways.append((.pin, "pin", "/sign-in/pin")) }
        if canSignUp { ways.append((.signUp, "sign-up", "/sign-up")) }
        guard ways.count > 1 else { return [] }
        return ways.map { way, key, path in
            [
                "label": .text(visit.words("signin.tab.\(key)")), "isCurrent": .flag(way == current),
                "href": .text(LocalPath.page(path, next: next)),
            ]
        }
    }
}
