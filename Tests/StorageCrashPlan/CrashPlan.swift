import Storage

/// The plan of the killed program, shared with the test that checks what it left.
package enum CrashPlan {
    package static let lastStep = 300

    /// How many candles a step of an import stores.
    package static func days(of step: Int) -> Int { 200 + step * 37 % 700 }

    /// The leases that the tasks of a step write in shared commits.
    package static func names(of step: Int) -> [String] { (0..<16).map { "\(step)-\($0)" } }

    /// Returns the released schema and `step` more steps, each of which fills a table from the previous one.
    package static func migrations(through step: Int) -> [Migration] {
        Migration.all
            + (0..<step).map { number in
                let source = number == 0 ? "SELECT id, slug FROM assets" : "SELECT id, text || 'x' FROM step_\(number - 1)"
                return Migration(
                    "step \(number)",
                    """
                    CREATE TABLE step_\(number) (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
                    INSERT INTO step_\(number) \(source);
                    INSERT INTO step_\(number) SELECT id + 100000, text FROM step_\(number);
                    DELETE FROM step_\(number) WHERE id >= 100000;
                    """)
            }
    }
}
