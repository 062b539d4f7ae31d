import ArgumentParser

struct WalletCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallet",
        abstract: "Manage, value and forecast wallets.",
        discussion: """
            EXAMPLES
              closecast wallet create Main
              closecast wallet set Main BTC=0.05 ETH=0.5
              closecast wallet show Main
              closecast wallet deposit Main USD 1000
              closecast wallet buy Main BNB --for 65
              closecast wallet gains Main --explain
              closecast wallet value Main --since 2024-01-01
              closecast wallet forecast Main --above 10000
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "Wallets",
                subcommands: [
                    WalletCreate.self, WalletList.self, WalletShow.self, WalletRename.self, WalletDelete.self, WalletRestore.self,
                    WalletShareCommand.self,
                ]),
            CommandGroup(
                name: "Transactions",
                subcommands: [
                    WalletSet.self, WalletDeposit.self, WalletWithdraw.self, WalletBuy.self, WalletSell.self, WalletTransfer.self,
                    WalletSwap.self, WalletSplit.self, WalletFee.self, WalletIncome.self, WalletCorrect.self, WalletHistory.self,
                    WalletExport.self, WalletImport.self,
                ]),
            CommandGroup(
                name: "Figures", subcommands: [WalletGains.self, WalletTax.self, WalletValue.self, WalletForecastCommand.self]),
        ]
    )
}
