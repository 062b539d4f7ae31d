import Digests
import Documents
import FoundationEssentials
import JSONText
import Platform

/// The API documentation as one page that needs no scripts and no other host.
struct DocsPage {
    let routes: [API.Route]
    let version: String

    /// The page's Content-Security-Policy, which allows its one style sheet by hash.
    static var policy: String {
        "default-src 'none'; style-src 'sha256-\(Data(SHA256.bytes(of: Array(style.utf8))).base64EncodedString())'; base-uri 'none'; "
            + "object-src 'none'; form-action 'none'; frame-ancestors 'none'"
    }

    var html: String {
        let tags = routes.reduce(into: [String]()) { tags, route in
            if !tags.contains(route.operation.tag) { tags.append(route.operation.tag) }
        }
        let links = tags.map { "<a href=\"#\(Self.anchor($0))\">\(Self.escaped($0))</a>" }.joined(separator: " ")
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Closecast \(version)</title><style>\(Self.style)</style></head><body>
            <h1>Closecast <small>\(version)</small></h1>
            <p>\(Self.escaped(OpenAPIDocument.introduction))</p>
            <p>For programs: <a href="/openapi.json">openapi.json</a></p>
            <nav>\(links)</nav>
            \(tags.map(section).joined(separator: "\n"))
            </body></html>
            """
    }

    private func section(_ tag: String) -> String {
        let operations = routes.map(\.operation).filter { $0.tag == tag }
        return "<h2 id=\"\(Self.anchor(tag))\">\(Self.escaped(tag))</h2>\n" + operations.map(Self.article).joined(separator: "\n")
    }

    private static func article(_ operation: Operation) -> String {
        """
        <details id="\(operation.id)"><summary><code class="\(operation.method.rawValue)">\(operation.method.rawValue.uppercased())</code> \
        <code>\(escaped(operation.path))</code> \(escaped(operation.summary))</summary>
        <p class="scope">\(operation.need.words)</p>
        \(parameters(operation))\(body(operation))\(answers(operation))
        </details>
        """
    }

    private static func parameters(_ operation: Operation) -> String {
        guard !operation.parameters.isEmpty else { return "" }
        let rows = operation.parameters.map { parameter in
            let fallback = parameter.fallback.map { value in
                var writer = JSONWriter()
                writer.value(value)
                return " (default \(String(decoding: writer.bytes, as: UTF8.self)))"
            }
            return "<tr><th><code>\(escaped(parameter.name))</code></th><td>\(parameter.place.rawValue)"
                + "\(parameter.isRequired ? ", required" : "")</td><td>\(escaped(parameter.schema.accepted + (fallback ?? "")))</td>"
                + "<td>\(escaped(parameter.note))</td></tr>"
        }
        return "<h3>Parameters</h3><table>\(rows.joined())</table>"
    }

    private static func body(_ operation: Operation) -> String {
        guard let body = operation.body else { return "" }
        let contents = body.contents.enumerated().map { index, content in
            "<p><code>\(content.type)</code></p>" + rows(of: content.schema)
                + (index < body.examples.count ? "<pre>\(escaped(body.examples[index]))</pre>" : "")
        }
        return "<h3>Body, at most \(body.maximumBytes) bytes</h3>" + contents.joined()
    }

    private static func answers(_ operation: Operation) -> String {
        let rows = operation.allAnswers.map { answer in
            "<tr><th>\(answer.status)</th><td>\(escaped(answer.note))</td><td><code>"
                + "\(answer.contents.map(\.type).joined(separator: ", "))</code></td></tr>"
        }
        let shapes = operation.answers.flatMap(\.contents).filter { $0.type == "application/json" }.map { Self.rows(of: $0.schema) }
        return "<h3>Answers</h3><table>\(rows.joined())</table>" + (shapes.first ?? "")
    }

    /// Returns a table of an object's members; members of nested objects are named by their path.
    private static func rows(of schema: Schema, path: String = "") -> String {
        let rows = members(of: schema, path: path)
        return rows.isEmpty ? "<p>\(escaped(schema.accepted))</p>" : "<table>\(rows.joined())</table>"
    }

    private static func members(of schema: Schema, path: String, depth: Int = 0) -> [String] {
        switch schema {
        case .named(_, let inner), .nullable(let inner): return members(of: inner, path: path, depth: depth)
        case .array(let element, _): return members(of: element, path: path + "[]", depth: depth)
        case .map(let value): return members(of: value, path: path + "{}", depth: depth)
        case .object(let members): return members.flatMap { row(of: $0, path: path, depth: depth) }
        case .variants(let discriminator, let variants):
            return variants.flatMap { variant in
                ["<tr><th colspan=\"3\">\(escaped(discriminator)) = \(escaped(variant.name))</th></tr>"]
                    + variant.members.flatMap { row(of: $0, path: path, depth: depth) }
            }
        default: return []
        }
    }

    private static func row(of member: Schema.Member, path: String, depth: Int) -> [String] {
        let name = path.isEmpty ? member.name : "\(path).\(member.name)"
        let inner = depth < 4 ? members(of: member.schema, path: name, depth: depth + 1) : []
        let kind = inner.isEmpty ? member.schema.accepted : "see below"
        let row =
            "<tr><th><code>\(escaped(name))</code></th><td>\(escaped(kind))\(member.isRequired ? "" : "; may be missing")</td>"
            + "<td>\(escaped(member.note ?? ""))</td></tr>"
        return [row] + inner
    }

    private static func anchor(_ tag: String) -> String { tag.lowercased().filter { $0.isLetter || $0.isNumber } }

    private static func escaped(_ text: String) -> String { HTMLText.escaped(text) }

    private static let style = """
        :root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}\
        h1 small{font-weight:400;opacity:.6}nav a{margin-right:1rem}details{border-top:1px solid #8884;padding:.4rem 0}\
        summary{cursor:pointer}table{border-collapse:collapse;width:100%;font-size:.9rem}\
        th,td{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0;border-bottom:1px solid #8882}\
        code.get{color:#0a7d4b}code.post{color:#1565c0}code.put,code.patch{color:#b26a00}code.delete{color:#c62828}.scope{opacity:.7}\
        pre{overflow:auto;padding:.4rem .6rem;background:#8881}
        """
}
