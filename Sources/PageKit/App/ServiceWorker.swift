import Digests
import JSONText

/// The script that keeps pages for use without a network: `web/shared/scripts/sw.js` with the list of files that it keeps.
package enum ServiceWorker {
    package static let file = "sw.js"

    /// The content policy of the worker's own response: it may only request this server.
    package static let policy = "default-src 'none'; connect-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

    /// The list stands before the script, so that every change of a file results in a new worker, which browsers then install.
    package static func script(_ text: String, _ assets: Assets) -> [UInt8] {
        let shell = shell(assets).sorted()
        let version = SHA256.hexadecimal(of: Array((assets.urls.values.sorted().joined() + text).utf8)).prefix(10)
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", String(version))
            writer.key("shell")
            writer.array { writer in for url in shell { writer.string(url) } }
        }
        return Array("const build = ".utf8) + writer.bytes + Array(";\n".utf8) + Array(text.utf8)
    }

    /// The files that the page for use without a network needs: the style, icons, and its scripts with all their imports. Other
    /// files are kept when they are used.
    private static func shell(_ assets: Assets) -> Set<String> {
        var found: Set<String> = []
        var open = [
            Assets.style, "images/icons.svg", "images/icon.svg", "scripts/start.js", "scripts/app.js", "scripts/offline.js",
        ]
        .compactMap { assets.urls[$0] }
        while let url = open.popLast() {
            guard found.insert(url).inserted, url.hasSuffix(".js"),
                let file = assets.files[String(url.dropFirst(Assets.path.count))]
            else { continue }
            let imports = String(decoding: file.bytes, as: UTF8.self).matches(
                of: /(?:from|import)\s*\(?\s*"\.\/([a-z0-9.\-]+\.js)"/)
            open += imports.map { Assets.path + $0.output.1 }
        }
        return found
    }
}
