import Access
import Glibc
import MarketData
import PageKit
import Platform
import Settings
import Storage
import Trading

@main
struct ClosecastServer {
    static func main() async {
        // A client that disconnects causes an error on its connection and must not end the process.
        signal(SIGPIPE, SIG_IGN)
        // A write beyond the file size limit must fail as a write, and not end the process.
        signal(SIGXFSZ, SIG_IGN)
        do {
            try await run(Array(CommandLine.arguments.dropFirst()))
        } catch let error as UsageError {
            fail(error.description, status: 64)
        } catch let error as any InvalidSettings {
            fail(error.description, status: 64)
        } catch let error as TokenFileError {
            fail("\(error)", status: 66)
        } catch let error as StorageError {
            fail("\(error)", status: 73)
        } catch {
            fail("\(error)", status: 69)
        }
    }

    private static func run(_ arguments: [String]) async throws {
        let arguments = try ServerArguments(arguments)
        if arguments.wantsHelp { return print(ServerArguments.help, terminator: "") }
        if arguments.wantsVersion { return print("closecast-server \(Locations.version)") }
        if arguments.printsTradingRules { return print(TradingRules.fileText, terminator: "") }
        let settings = try ServerSettings.read(flags: arguments.settings, file: arguments.configurationPath)
        if let scope = arguments.assistant {
            return try await AssistantProgram(process: ServerProcess(arguments, settings), scope: scope).run()
        }
        if settings.stateless.isOn { return try await runStateless(arguments, settings) }
        // Checked before anything is created.
        if arguments.storesSample, !SampleMarkets.isInstalled {
            throw ServerSettingsError.noSample(searched: Locations.searched(Locations.sampleName))
        }
        try Accounts.check(settings)
        _ = try TradingRules.read(file: settings.trading.rules)
        if arguments.checksOnly {
            _ = try ServerProcess.modelsFolder(settings)
            _ = try WebFiles(try ServerProgram.webFolder(settings))
            return print("the settings are accepted")
        }
        try await ServerProgram(ServerProcess(arguments, settings)).run()
    }

    private static func runStateless(_ arguments: ServerArguments, _ settings: ServerSettings) async throws {
        // In the environment or a file, these settings may be meant for other servers too, as in the container image.
        let given = ["database", "jobs", "accounts", "keyring", "web"].first { arguments.settings[$0] != nil }
        let needing = given ?? (arguments.storesSample ? "sample" : arguments.simulatesPrices ? "practice" : nil)
        if let needing { throw ServerSettingsError.storesNothing(needing) }
        if arguments.checksOnly {
            _ = try ServerProcess.modelsFolder(settings)
            _ = try settings.stateless.tokens.map { try TokenFile($0) }
            return print("the settings are accepted")
        }
        try await StatelessProgram(ServerProcess(arguments, settings)).run()
    }

    private static func fail(_ message: String, status: Int32) -> Never {
        let line = Array("closecast-server: \(message)\n".utf8)
        // If standard error is closed, there is nowhere left to report the failure.
        _ = write(2, line, line.count)
        exit(status)
    }
}
