import Store

extension Capability {
    /// What is known about newer versions of the program.
    package static let versions = Capability(
        "versions", migrations: [Migration("checks", checks)], tables: [RegisteredTable(VersionCheck.self)])

    private static let checks = """
        CREATE TABLE version_checks (
            address TEXT NOT NULL PRIMARY KEY,
            key TEXT NOT NULL,
            asked_at INTEGER NOT NULL,
            problem TEXT,
            version TEXT,
            date TEXT CHECK ((date IS NULL) = (version IS NULL)),
            notes TEXT CHECK ((notes IS NULL) = (version IS NULL)),
            expires TEXT CHECK ((expires IS NULL) = (version IS NULL)),
            told TEXT
        ) STRICT;

        """
}
