import Glibc
import Ledger
import Market
import Platform
import Portfolio
import Storage
import StorageCrashPlan

/// A program to be killed: it writes to a database until it is killed, and prints each confirmed step.
///
/// `storage-crash import|trade|share|migrate FILE SEED`, `storage-crash open FILE` as the user nobody. `storage-crash measure FOLDER
/// COUNT` prints how long operations take with this many transactions.
@main struct StorageCrash {
    /// Several write at once, and SQLite does not make them take turns: on a loaded machine one waited for more than the usual 5 s.
    private static let patient = Store.Options(busyTimeoutSeconds: 120)

    static func main() async throws {
        let arguments = CommandLine.arguments
        let (work, path) = (arguments[1], arguments[2])
        var random = SeededGenerator(seed: arguments.count > 3 ? UInt64(arguments[3])! : 0)
        switch work {
        case "import": try await importCandles(path, &random)
        case "trade": try await trade(path, &random)
        case "share": try await share(path)
        case "migrate": try migrate(path)
        case "measure": try await Measurement(folder: path, count: Int(arguments[3])!).run()
        case "open": try await openAsNobody(path)
        case "save": try await Store(path).save(Asset(id: AssetID("new")!, ticker: Ticker("NEW")!, name: "New"))
        default: fatalError("no such work: \(work)")
        }
    }

    /// One write is one line, whole or not at all.
    private static func confirm(_ step: Int) throws {
        try Files.writeAll(Array("\(step)\n".utf8), descriptor: STDOUT_FILENO, path: "standard output")
    }

    /// Step k stores the days from 1000 k on: all of one close, k + 1.
    private static func importCandles(_ path: String, _ random: inout SeededGenerator) async throws {
        let database = try Store(path, options: patient)
        var step = (try await database.coverage()[AssetID("bitcoin")!]?.last.daysSince1970 ?? -1000) / 1000 + 1
        while true {
            let candles = (0..<CrashPlan.days(of: step)).map {
                Candle(day: Day(daysSince1970: step * 1000 + $0), close: Double(step + 1))
            }
            _ = try await database.store(
                candles, of: AssetID("bitcoin")!, source: "step \(step)", retrievedAt: step, replaces: random.next() % 2 == 0)
            try confirm(step)
            step += 1
            // Pause: there are days up to the year 9999, 2,932 steps: a delayed test must not reach their end.
            if step > 1500 { usleep(5000) }
        }
    }

    /// Step k deposits 3 and moves 1 of it to another wallet, with the keys `k-0` and `k-1`.
    private static func trade(_ path: String, _ random: inout SeededGenerator) async throws {
        let database = try Store(path)
        var wallets: [WalletID] = []
        for name in ["one", "two"] {
            if let wallet = try await database.wallet(named: name, of: "ann") {
                wallets.append(wallet.id)
            } else {
                wallets.append(
                    try await database.createWallet(
                        named: name, of: "ann", costBasis: .fifo, allowsNegative: false, createdAt: 0
                    ).id)
            }
        }
        var step = Int(try await database.lastTransaction(of: wallets[0])?.number ?? 0) / 2
        while true {
            let time = random.index(below: 1000)
            let transactions = try [
                Transaction.deposit(key: "\(step)-0", time: time, wallet: wallets[0], asset: .usd, quantity: FixedDecimal(3)),
                Transaction.transfer(
                    key: "\(step)-1", time: time, from: wallets[0], to: wallets[1], asset: .usd, quantity: FixedDecimal(1)),
            ]
            _ = try await database.append(transactions, of: "ann", recordedAt: step, expecting: [:])
            try confirm(step)
            step += 1
        }
    }

    /// In step k, sixteen tasks each take a lease at the same time. The next process repeats the last step that has a lease.
    private static func share(_ path: String) async throws {
        let database = try Store(path)
        let count: Int = try await database.reading { try $0.value("SELECT count(*) FROM leases", []) ?? 0 }
        var step = max(0, count - 1) / CrashPlan.names(of: 0).count
        while true {
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for name in CrashPlan.names(of: step) {
                    tasks.addTask { _ = try await database.change { try $0.takeLease(name, holder: "crash") } }
                }
                try await tasks.waitForAll()
            }
            try confirm(step)
            step += 1
        }
    }

    /// Each opening runs one more step.
    private static func migrate(_ path: String) throws {
        for step in 0..<CrashPlan.lastStep {
            do {
                try Store(path, migrations: CrashPlan.migrations(through: step)).close()
            } catch StorageError.newer {
                continue  // already migrated by an earlier run
            }
            try confirm(step)
        }
    }

    /// Opens the store as the user nobody and prints the result. Permissions do not restrict root, but they restrict that user.
    private static func openAsNobody(_ path: String) async throws {
        if getuid() == 0 {
            guard setgroups(0, nil) == 0, setgid(65_534) == 0, setuid(65_534) == 0 else { fatalError("cannot become nobody") }
        }
        do {
            let database = try Store(path)
            try await database.save(Asset(id: AssetID("new")!, ticker: Ticker("NEW")!, name: "New"))
            print("opened")
        } catch let error as StorageError {
            print(error.code)
        }
    }
}
