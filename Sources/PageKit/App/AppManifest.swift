import APIKit
import JSONText
import Languages

/// The manifest with which browsers install the pages as an app: `/manifest.webmanifest` (W3C Web Application Manifest).
enum AppManifest {
    /// The path, with the language of the page that names it: browsers fetch it without cookies.
    static func path(_ language: Language) -> String { "/manifest.webmanifest?lang=\(language.rawValue)" }

    /// The background colours of the light and the dark page, as in `tokens.css`.
    private static let (ground, surface) = ("#f1f5fa", "#ffffff")

    private static let icons = [
        ("images/icon.svg", "any", "image/svg+xml", "any"), ("images/icon-192.png", "192x192", "image/png", "any"),
        ("images/icon-512.png", "512x512", "image/png", "any"),
        ("images/icon-maskable-512.png", "512x512", "image/png", "maskable"),
    ]

    /// - Parameter places: those of the navigation.
    static func json(_ assets: Assets, _ words: Words, _ path: ServedPath, _ places: [Page.Place]) -> [UInt8] {
        // The main places; the app starts at home.
        let shortcuts = places.filter { $0.standing == .main && $0 != .home }
        var writer = JSONWriter()
        writer.object { writer in
            // The id is the same in all languages, so that an installed app stays one app.
            writer.member("id", path.outer("/"))
            writer.member("name", "Closecast")
            writer.member("short_name", "Closecast")
            writer.member("description", words("frame.description"))
            writer.member("lang", words.language.tag)
            writer.member("dir", "ltr")
            writer.member("start_url", path.outer("/"))
            writer.member("scope", path.outer("/"))
            writer.member("display", "standalone")
            writer.member("background_color", ground)
            writer.member("theme_color", surface)
            writer.member("icons", icons) { icon, writer in
                writer.member("src", path.outer(assets.url(icon.0)))
                writer.member("sizes", icon.1)
                writer.member("type", icon.2)
                writer.member("purpose", icon.3)
            }
            writer.member("shortcuts", shortcuts) { shortcut, writer in
                writer.member("name", shortcut.label(words))
                writer.member("url", path.outer(shortcut.path))
            }
        }
        return writer.bytes
    }
}
