import APIKit
import HTMLTemplates
import HTTPTypes
import Hummingbird
import MarketData
import PageKit
import People

/// The page about the API, with requests that readers can send.
struct DocsPages: Sendable {
    /// All operations.
    let api: API
    let market: MarketData
    /// Whether programs need a token.
    let needsToken: Bool
    /// The address under which people reach the server; nil for the host of each request.
    let publicURL: PublicURL?
    let path: ServedPath

    func add(to pages: inout PageList) {
        pages.get("/docs", .nobody, hasCopy: true) { visit in .page(try await page(visit)) }
    }

    private func page(_ visit: Visit) async throws -> Page {
        let operations = api.routes.map(\.operation)
        let tags = operations.reduce(into: [String]()) { if !$0.contains($1.tag) { $0.append($1.tag) } }
        let origin = origin(visit)
        let coin = try await coin()
        let sections = tags.map { tag -> TemplateValue in
            let routes = operations.filter { $0.tag == tag }.map { operation in
                OperationView(
                    operation: operation,
                    example: RequestExample(operation: operation, origin: origin, needsToken: needsToken, coin: coin)
                ).values
            }
            return ["id": .text(Self.anchor(tag)), "tag": .text(tag), "routes": .list(routes)]
        }
        let example = RequestExample.curl(of: "\(origin)/v1/assets/\(coin)/forecast", needsToken: needsToken)
        return Page(
            "docs", title: visit.words("docs.title"), place: .docs, scripts: ["docs"],
            [
                "sections": .list(sections), "introduction": .text(API.introduction), "example": .text(example),
                "count": .text(visit.words("docs.count", n: operations.count)), "needsToken": .flag(needsToken),
                "hasTokens": .flag(visit.host.hasAccounts),
            ])
    }

    /// Returns a coin for examples: bitcoin if its closes are stored, otherwise the first one with closes.
    private func coin() async throws -> String {
        let coins = try await market.assetsWithCloses().map { "\($0.ticker)" }.filter {
            $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
        return coins.contains("BTC") ? "BTC" : coins.first ?? "BTC"
    }

    private static func anchor(_ tag: String) -> String {
        "tag-" + tag.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// The server's address as the reader reached it. A name with characters that a shell interprets is not repeated.
    private func origin(_ visit: Visit) -> String { SiteOrigin(publicURL: publicURL, path: path).text(for: visit) }
}

extension RequestExample {
    /// The first example of the page.
    static func curl(of url: String, needsToken: Bool) -> String {
        "curl \(url)" + (needsToken ? " \\\n     --header \"Authorization: Bearer $TOKEN\"" : "")
    }
}
