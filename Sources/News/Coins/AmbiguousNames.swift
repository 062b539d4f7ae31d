/// Names and tickers of coins that are also usual words. Alone they tie no article to a coin.
enum AmbiguousNames {
    static func contains(_ text: String) -> Bool { words.contains(text.lowercased()) }

    private static let words = Set(
        """
        ace act ai aim air alt amp ape api apt arc ark art ask atom avalanche band base bat beam bit blur bold bond bone box bright \
        cake celer cell chat chr civic cloud coin comp compound core cosmos cream credit curve cvc dash data decentraland dent dia \
        dusk edge ens era etc eth2 euro eos fair flame flare flow flux forth fox ftt fun fuse fusion gal gala game gas gem gold grin \
        graph gt harmony hero hex high hive holo hook hot icon id iota iris joe jump jupiter just key kin lever life lina link lit \
        live lockers loka loom lpt magic maker mana mantle many mask mass max merit mint mith moon move multi nano near neo nest \
        nexus nine now nuls oasis ocean one op optimism orbs orchid origin oxy parity pax people perl perpetual phoenix pixel play \
        pols polygon pond power prom pundi push quant radiant rad rare ray real ren render request reserve reef rif ring rose safe \
        sand secret sei send shadow shib sia sky slim slp snt solar song space spell stacks star stars status steem stellar step \
        storm stratis sui sun super swap swell sync sys tao terra the theta threshold time tomo ton torn tribe tron true trust \
        turbo uma uni uno usd usual vanguard verge vib vita viva vite war wax waves wild win wing wink worldcoin world wow zap zen \
        zero zeus zinc zip
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
