import APIKit
import HTMLTemplates
import Languages
import Platform

/// The values of the frame that all pages share, with those of a page.
package struct Frame {
    let values: Values

    /// - Parameter marks: placeholders for the key and the token of the page's forms.
    init(_ assets: Assets, _ page: Page, _ visit: Visit, _ marks: RenderedPage.Marks) {
        let (words, preferences) = (visit.words, visit.preferences)
        let done = visit.query("done").flatMap { words.has("done.\($0)") ? words("done.\($0)") : nil }
        let notices = done.map { [Self.notice("done", icon: "check", $0)] } ?? []
        let values: Values = [
            "lang": .text(words.language.tag), "theme": .text(preferences.appearance.rawValue),
            "htmlClass": .text(preferences.hidesAmounts ? "hides-amounts" : ""), "title": .text(page.title),
            "description": .text(words("frame.description")), "m": words.messages.plain,
            "csrf": .text(visit.formToken.isEmpty ? "" : marks.token),
            "key": .text(marks.key), "assets": .group(Self.assets(assets, words.language)),
            "styles": .list(page.styles.map { .text(assets.url($0)) }),
            "scripts": .text((["app"] + page.scripts).map { assets.url("scripts/\($0).js") }.joined(separator: " ")),
            "hasAccounts": .flag(visit.host.hasAccounts), "isSignedIn": .flag(visit.person != nil),
            "version": .text(Locations.version), "currency": .text(preferences.currency.code),
            "path": .text(visit.request.uri.path), "hidesAmounts": .flag(preferences.hidesAmounts),
            "personName": .text(visit.person?.name ?? ""), "notices": .list(notices),
            "refreshSeconds": .optional(nil), "takesLink": false,
        ]
        self.values = values.merging(Menu(page: page, visit: visit).values) { $1 }.merging(page.values) { $1 }
    }

    private static func assets(_ assets: Assets, _ language: Language) -> Values {
        [
            "style": .text(assets.url(Assets.style)), "link": .text(assets.url("scripts/link.js")),
            "icons": .text(assets.url("images/icons.svg")), "icon": .text(assets.url("images/icon.svg")),
            "touchIcon": .text(assets.url("images/apple-touch-icon.png")),
            "start": .text(assets.url("scripts/start.js")),
            "words": .text(assets.url("words-\(language.rawValue).js")), "manifest": .text(AppManifest.path(language)),
        ]
    }

    /// A notice above the page's content.
    ///
    /// - Parameter action: the `href` and the `label` of a link, or none.
    package static func notice(_ kind: String, icon: String, _ text: String, lead: String? = nil, action: TemplateValue = false)
        -> TemplateValue
    {
        ["kind": .text(kind), "icon": .text(icon), "text": .text(text), "lead": .optional(lead), "action": action]
    }
}
