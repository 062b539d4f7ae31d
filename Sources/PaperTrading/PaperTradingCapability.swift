import GRDB
import Store

extension Capability {
    /// Paper matches.
    package static let paperTrading = Capability(
        "paper-trading", migrations: [Migration("matches", PaperTradingSchema.sql, replaces: ["v7", "v9"])],
        erasure: [
            "DELETE FROM paper_match_coins WHERE match IN (SELECT position FROM paper_matches WHERE owner = ?1)",
            "DELETE FROM paper_matches WHERE owner = ?1",
        ],
        audit: { audit in
            try audit.errors(
                "SELECT id FROM paper_matches WHERE NOT EXISTS (SELECT 1 FROM paper_match_coins WHERE match = position)"
            ) { "paper match \(try $0.decode(String.self, atIndex: 0)) has no coins" }
        })
}
