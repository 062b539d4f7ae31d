import Foundation
import Market
import MarketFeeds
import Testing

@Suite(.serialized) struct FeedSettingsTests {
    private struct NoFile: Error, CustomStringConvertible { let description = "no such file" }

    private func settings(_ variables: [String: String], files: [String: String] = [:]) throws(FeedSettingsError) -> FeedSettings {
        try FeedSettings(variable: { variables[$0] }) { path in
            guard let text = files[path] else { throw NoFile() }
            return text
        }
    }

    @Test func nothingSetIsTheDefault() throws {
        #expect(try settings([:]) == FeedSettings())
        #expect(try settings(["CLOSECAST_BINANCE_URL": "", "CLOSECAST_COINAPI_KEY": ""]) == FeedSettings())
    }

    @Test(arguments: Provider.allCases) func eachProviderHasItsVariables(provider: Provider) throws {
        let name = "CLOSECAST_\(provider.rawValue.uppercased())"
        #expect(FeedSettings.keyVariable(provider) == name + "_KEY" && FeedSettings.addressVariable(provider) == name + "_URL")
        let made = try settings([
            name + "_KEY": " abc\n", name + "_URL": "http://mirror:8080/api/", name + "_REQUESTS_PER_SECOND": "0.25",
        ])
        #expect(made[provider].key == FeedKey("abc"))
        #expect(made[provider].address.absoluteString == "http://mirror:8080/api")
        #expect(made[provider].requestsPerSecond == 0.25)
        let filed = try settings([name + "_KEY_FILE": "/k"], files: ["/k": "from-file\n"])
        #expect(filed[provider].key == FeedKey("from-file"))
        let both = try settings([name + "_KEY": "x", name + "_KEY_FILE": "/k"])
        #expect(both[provider].key == FeedKey("x"))
    }

    @Test(arguments: ["x", "ftp://h", "https://", "http://u:p@h", "https://h?key=secret", "https://h#f", "//h", "https:///x", " "])
    func aBadAddressIsAnErrorThatNamesTheVariable(text: String) throws {
        let error = #expect(throws: FeedSettingsError.self) { _ = try settings(["CLOSECAST_KRAKEN_URL": text]) }
        #expect(error?.variable == "CLOSECAST_KRAKEN_URL" && error?.fault == .badAddress)
        #expect(error.map { !"\($0)".contains("secret") && "\($0)".contains("CLOSECAST_KRAKEN_URL") } == true)
    }

    @Test(arguments: ["a b", "a\r\nX: y", "\u{7F}", "ключ", "  "]) func aKeyThatCannotBeAHeaderIsAnError(text: String) throws {
        let error = #expect(throws: FeedSettingsError.self) { _ = try settings(["CLOSECAST_COINAPI_KEY": text]) }
        #expect(error?.fault == .badKey)
        let filed = #expect(throws: FeedSettingsError.self) {
            _ = try settings(["CLOSECAST_COINAPI_KEY_FILE": "/k"], files: ["/k": text])
        }
        #expect(filed?.variable == "CLOSECAST_COINAPI_KEY_FILE")
    }

    @Test func anUnreadableKeyFileIsAnErrorThatNamesIt() throws {
        let error = #expect(throws: FeedSettingsError.self) { _ = try settings(["CLOSECAST_MESSARI_KEY_FILE": "/nowhere"]) }
        #expect(error.map { "\($0)" } == "CLOSECAST_MESSARI_KEY_FILE names /nowhere, which cannot be read: no such file")
    }

    @Test func numbersAndPlansAreChecked() throws {
        #expect(try settings([FeedSettings.timeoutVariable: "2.5", FeedSettings.retriesVariable: "0"]).timeoutSeconds == 2.5)
        for (name, text) in [
            (FeedSettings.timeoutVariable, "0"), (FeedSettings.timeoutVariable, "nan"), (FeedSettings.retriesVariable, "11"),
            (FeedSettings.rateVariable(.kraken), "-1"), (FeedSettings.coinGeckoPlanVariable, "gold"),
        ] {
            let error = #expect(throws: FeedSettingsError.self) { _ = try settings([name: text]) }
            #expect(error.map { "\($0)".contains(name) && "\($0)".contains(text) } == true)
        }
        let pro = try settings([FeedSettings.coinGeckoPlanVariable: "pro"])
        #expect(pro[.coingecko].address.host == "pro-api.coingecko.com" && pro.coinGeckoPlan == .pro)
    }

    @Test func aKeyIsNeverShown() throws {
        let made = try settings(["CLOSECAST_COINAPI_KEY": "s3cret"])
        var dumped = ""
        dump(made, to: &dumped)
        #expect(!"\(made)".contains("s3cret") && !String(reflecting: made).contains("s3cret") && !dumped.contains("s3cret"))
    }
}
