import ArgumentParser

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Import, fetch, show and check stored closes.",
        discussion: """
            EXAMPLES
              closecast history import prices/*.csv
              closecast history fetch BTC ETH
              closecast history show BTC --start 2025-01-01 --interval 1w
              closecast history check
              closecast history list
            """,
        subcommands: [
            HistoryImport.self, HistoryFetch.self, HistoryShow.self, HistoryCheck.self, HistoryList.self, HistoryRemove.self,
        ]
    )
}
