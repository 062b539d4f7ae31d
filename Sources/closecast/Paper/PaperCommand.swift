import Access
import ArgumentParser
import PaperTrading

struct PaperCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "paper",
        abstract: "Play strategies with simulated money on closes.",
        discussion: """
            EXAMPLES
              closecast paper BTC ETH BNB --since 2024-01-01
              closecast paper SIM01 SIM02 --since 2024-01-01
              closecast paper start BTC ETH --since today
              closecast paper list
              closecast paper show pm_0123456789abcdef

            Without a subcommand, a match is played on past closes, and nothing is \
            stored: closecast paper run --help lists the options. The other commands \
            keep matches in the database, from a past day or from today on; a match \
            goes on as closes arrive.

            All strategies start with the same simulated cash on the same day, trade \
            at the closes of a day and pay the same fee.

            hold        buys equal parts on the first day and never trades again
            rebalance   trades back to equal parts on the first day of each month
            follow      on the first day and the first day of each month, holds equal
                        parts of the coins whose forecast, made from the closes up to
                        the day before, gives a chance above the threshold of a higher
                        close after 30 days; the rest stays in cash

            Each strategy is compared with hold, and the lead with those that luck \
            alone gives: nine of ten resamples of the daily differences without their \
            mean (stationary bootstrap, blocks of 20 days, 2000 resamples).

            Nothing looks ahead, but a model that was fitted to the days of the match \
            knows them: such forecasts are counted and named. On a day without a close \
            a coin keeps its last value and is not traded. Past results promise nothing.
            """,
        subcommands: [PaperRun.self, PaperStart.self, PaperList.self, PaperShow.self, PaperDelete.self],
        // So that `paper BTC --since DATE` needs no subcommand.
        defaultSubcommand: PaperRun.self
    )
}

extension LocalStore {
    var paperMatches: PaperMatches { PaperMatches(market, owner: Owner.local) }
}
