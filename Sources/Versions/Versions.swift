import Languages
import Market
import MarketFeeds
import Notices
import Records
import Store

/// Compares the running version with the newest one, which a signed file names. An address is asked at most once a day, by whichever
/// program uses the database.
package struct Versions: Sendable {
    /// What is known.
    package struct Report: Equatable, Sendable {
        /// The version of this program.
        package let running: VersionNumber
        /// When the address was last asked; nil for never.
        package let askedAt: Moment?
        /// The release of the last file that was accepted.
        package let release: Release?
        /// Why there was no such file the last time; nil if there was one.
        package let problem: VersionProblem?

        /// Whether there is a newer version than the running one.
        package var isNewer: Bool { release.map { $0.version > running } ?? false }
        /// When the address can be asked again.
        package var nextAt: Moment? { askedAt.map { Moment(seconds: $0.seconds + Versions.daySeconds) } }
    }

    /// Returns the owners who are told of a newer version.
    package typealias Readers = @Sendable (borrowing Reading) throws -> [String]

    static let daySeconds = 86_400
    private static let timeoutSeconds = 10.0

    private let store: Store
    private let source: VersionSource
    private let running: VersionNumber
    private let transport: any HTTPTransport

    package init(
        _ store: Store, _ source: VersionSource, running: VersionNumber = .running,
        by transport: any HTTPTransport = CurlTransport()
    ) {
        (self.store, self.source, self.running, self.transport) = (store, source, running, transport)
    }

    /// Returns what is known, without asking.
    package func known() async throws -> Report {
        let source = source
        let check = try await store.reading { try $0.versionCheck(of: source) }
        return Report(running: running, askedAt: check?.askedAt, release: check?.release, problem: check?.problem)
    }

    /// Asks for the file, unless it was asked for within the last day, and returns what is known then.
    package func check() async throws -> Report {
        let source = source
        guard try await store.change({ try $0.begin(source) }) else { return try await known() }
        let answer = await ask()
        try await store.change { try $0.finish(source, answer) }
        return try await known()
    }

    /// Checks once a day, and tells people of a newer version once.
    package func due(telling readers: @escaping Readers, report: @escaping @Sendable (VersionProblem) -> Void) -> DueWork {
        DueWork("versions", every: 600) { try await daily(telling: readers, report: report) }
    }

    /// Does what is due.
    package func daily(telling readers: @escaping Readers, report: @Sendable (VersionProblem) -> Void) async throws {
        let before = try await known()
        let after = try await check()
        if let problem = after.problem, after.askedAt != before.askedAt { report(problem) }
        guard after.isNewer, let release = after.release else { return }
        let source = source
        try await store.change { change in
            guard try change.reading.versionCheck(of: source)?.told != release.version.description else { return }
            let owners = try readers(change.reading)
            // Without an operator it is told when there is one.
            guard !owners.isEmpty else { return }
            for owner in owners {
                try change.ensureOwner(owner)
                try change.tell(owner, .newerVersion(release.version))
            }
            try change.run("UPDATE version_checks SET told = ? WHERE address = ?", release.version.description, source.text)
        }
    }

    private func ask() async -> Result<[UInt8], VersionProblem> {
        do throws(TransportError) {
            let answer = try await transport.get(
                source.address, headers: ["User-Agent": "closecast", "Accept": "application/json"],
                timeoutSeconds: Self.timeoutSeconds, sizeLimit: Release.sizeLimit)
            return answer.status == 200 ? .success(answer.body) : .failure(.unreachable)
        } catch {
            return .failure(error == .tooLarge ? .tooLarge : .unreachable)
        }
    }
}

extension Reading {
    /// Returns the last check of an address with the same key.
    fileprivate func versionCheck(of source: VersionSource) throws -> VersionCheck? {
        try rows(VersionCheck.self, "WHERE address = ? AND key = ?", source.text, source.keyText).first
    }

    /// Returns the highest version that a key has signed, at any address.
    fileprivate func highestVersion(by key: String) throws -> VersionNumber? {
        try rows(VersionCheck.self, "WHERE key = ?", key).compactMap { $0.version.flatMap(VersionNumber.init) }.max()
    }
}

extension Change {
    /// Notes that an address is asked now.
    ///
    /// - Returns: false if it was asked within the last day.
    fileprivate func begin(_ source: VersionSource) throws -> Bool {
        // A time long after now was noted before the clock was set back. With another key, the file before says nothing.
        try run(
            """
            INSERT INTO version_checks (address, key, asked_at, problem) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT DO UPDATE SET asked_at = ?3, problem = ?4, key = ?2,
                version = CASE WHEN key = ?2 THEN version END, date = CASE WHEN key = ?2 THEN date END,
                notes = CASE WHEN key = ?2 THEN notes END, expires = CASE WHEN key = ?2 THEN expires END
            WHERE asked_at <= ?3 - ?5 OR asked_at > ?3 + ?5 OR key <> ?2
            """, source.text, source.keyText, now, VersionProblem.interrupted.rawValue, Versions.daySeconds)
        return try reading.value("SELECT changes()", []) ?? 0 > 0
    }

    /// Reads the file, and stores what it says, or why it says nothing.
    fileprivate func finish(_ source: VersionSource, _ answer: Result<[UInt8], VersionProblem>) throws {
        let highest = try reading.highestVersion(by: source.keyText)
        let today = Day(secondsSince1970: now.seconds)
        let release = answer.flatMap { file in
            Result { () throws(VersionProblem) in try Release(file: file, key: source.key, today: today, highest: highest) }
        }
        switch release {
        case .success(let release):
            try run(
                """
                UPDATE version_checks SET problem = NULL, version = ?, date = ?, notes = ?, expires = ?
                WHERE address = ? AND key = ?
                """, release.version.description, "\(release.date)", release.notes, "\(release.expires)", source.text,
                source.keyText)
        case .failure(let problem):
            try run(
                "UPDATE version_checks SET problem = ? WHERE address = ? AND key = ?", problem.rawValue, source.text, source.keyText
            )
        }
    }
}

extension Announcement {
    fileprivate static func newerVersion(_ version: VersionNumber) -> Announcement {
        Announcement(.version, subject: version.description, link: "/about") { language in
            switch language {
            case .english: "Closecast \(version) is available; this server runs an older version"
            case .italian: "È disponibile Closecast \(version); questo server usa una versione precedente"
            case .russian: "Вышла версия Closecast \(version); на этом сервере работает более старая"
            case .kazakh: "Closecast \(version) нұсқасы шықты; бұл серверде ескірек нұсқа жұмыс істейді"
            }
        }
    }
}
