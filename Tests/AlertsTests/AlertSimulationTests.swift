import Alerts
import Ledger
import Market
import PortfolioWorld
import Records
import Storage
import Store
import Testing

/// More than a simulated year of prices, late imports, downtime and two processes, against a slow computation of every figure.
@Suite struct AlertSimulationTests {
    @Test(arguments: 1...3) func alertsFireAsTheSlowOneSays(seed: Int) async throws {
        var simulation = try Simulation(seed: UInt64(seed))
        for _ in 0..<400 { try await simulation.day() }
        try await simulation.compare()
        #expect(simulation.fired > 20, "seed \(seed): \(simulation.fired) firings are too few to test anything")
    }
}

/// A price as it arrived.
private struct Event {
    let time: Int
    let day: Day
    let price: Double
    let isClose: Bool
}

/// An alert as the slow computation sees it.
private struct SlowAlert {
    let alert: Alert
    let coin: AssetID
    var isArmed: Bool
    var isPaused = false
    var isDone = false
    var seen: Int
    var fired: [Int] = []
}

private struct Simulation {
    let world: AlertWorld
    let works: [AlertWork]
    let seed: UInt64
    var random: SeededGenerator
    var prices: [AssetID: Double] = [bitcoin: 100, ethereum: 10, litecoin: 1]
    /// Closes that were not imported yet.
    var waiting: [AssetID: [(day: Day, price: Double)]] = [:]
    var stored: [AssetID: [Event]] = [:]
    var alerts: [SlowAlert] = []

    var fired: Int { alerts.reduce(0) { $0 + $1.fired.count } }

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        world = try AlertWorld(today: day0)
        works = [world.work(), world.work(world.second)]
    }

    // MARK: A day

    mutating func day() async throws {
        let today = world.today
        for coin in coins {
            prices[coin]! *= 1 + Double.random(in: -0.05...0.05, using: &random)
            if chance(0.3) { try await quote(coin) }
        }
        if alerts.count < 60, chance(0.4) { try await addAlert() }
        if chance(0.1) { try await pauseOrResume() }
        if chance(0.7) { try await evaluate() }
        for coin in coins { waiting[coin, default: []].append((today, prices[coin]!)) }
        world.now = moment(today + 1, Int.random(in: 0...22, using: &random))
        // Some days nothing is imported, so that several closes arrive at once.
        for coin in coins where chance(0.6) { try await importCloses(coin) }
        if chance(0.8) { try await evaluate() }
    }

    private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

    private mutating func importCloses(_ coin: AssetID) async throws {
        for (day, price) in waiting[coin] ?? [] {
            // A gap stays for ever.
            if chance(0.03) { continue }
            try await world.close(price, of: coin, on: day)
            stored[coin, default: []].append(Event(time: day.end, day: day, price: price, isClose: true))
        }
        waiting[coin] = []
    }

    private mutating func quote(_ coin: AssetID) async throws {
        try await world.quote(prices[coin]!, of: coin)
        let time = world.now
        // The store keeps quotes of three days.
        stored[coin] = (stored[coin] ?? []).filter { $0.isClose || $0.time != time && $0.time >= time - 259_200 }
        stored[coin]!.append(Event(time: time, day: Day(secondsSince1970: time), price: prices[coin]!, isClose: false))
    }

    // MARK: Alerts

    private mutating func addAlert() async throws {
        let coin = coins.randomElement(using: &random)!
        let measure = ["price", "change", "highest", "lowest"].randomElement(using: &random)!
        var members = [#""measure":"\#(measure)""#, #""asset":"\#(coin)""#, #""repeats":\#(chance(0.8))"#]
        members.append(#""margin":"\#(["0", "0.5", "2", "5"].randomElement(using: &random)!)""#)
        let direction = chance(0.5) ? "above" : "below"
        switch measure {
        case "price":
            let threshold = prices[coin]! * Double.random(in: 0.85...1.15, using: &random)
            members += [
                #""direction":"\#(direction)""#, #""threshold":"\#(FixedDecimal(exactly: (threshold * 100).rounded() / 100)!)""#,
            ]
        case "change":
            members += [
                #""direction":"\#(direction)""#, #""threshold":"\#(Int.random(in: -8...8, using: &random))""#,
                #""days":\#(Int.random(in: 1...10, using: &random))"#,
            ]
        default:
            if chance(0.5) {
                members.append(#""since":"\#(day0 + Int.random(in: 0...max(0, world.today - day0), using: &random))""#)
            }
        }
        if chance(0.2) { members.append(#""ends_on":"\#(world.today + Int.random(in: 0...200, using: &random))""#) }
        let alert = try await world.alerts().add(draft("{\(members.joined(separator: ","))}"), of: chance(0.5) ? "ann" : "bob")
        var slow = SlowAlert(alert: alert, coin: coin, isArmed: true, seen: 0)
        start(&slow)
        #expect(slow.seen == alert.seenUntil?.seconds && slow.isArmed == (alert.state == .armed), "seed \(seed): \(alert)")
        alerts.append(slow)
    }

    private mutating func pauseOrResume() async throws {
        guard let index = alerts.indices.randomElement(using: &random), !alerts[index].isDone else { return }
        let alert = alerts[index].alert
        let named = Alerts.Named(alert.id)
        if alerts[index].isPaused {
            _ = try await world.alerts().resume(named, of: alert.owner)
            let seen = alerts[index].seen
            start(&alerts[index])
            alerts[index].seen = max(seen, alerts[index].seen)
        } else {
            let alerts = world.alerts()
            _ = try await world.database.change { try alerts.pause(&$0, Caller(owner: alert.owner, person: nil), named) }
        }
        alerts[index].isPaused.toggle()
    }

    // MARK: Evaluation

    private mutating func evaluate() async throws {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            // Two processes at once.
            async let first = works[0].run()
            async let second = works[1].run()
            _ = try await (first, second)
        case 1:
            // A process that is stopped, and another that goes on.
            let work = works[0]
            let stopped = Task { try await work.run() }
            stopped.cancel()
            _ = try? await stopped.value
            try await works[1].run()
        case let number: try await works[number % 2].run()
        }
        for index in alerts.indices { step(&alerts[index]) }
    }

    // MARK: The slow computation

    private func events(of coin: AssetID) -> [Event] {
        (stored[coin] ?? []).filter { !$0.isClose || $0.day < world.today }.sorted {
            ($0.time, $0.isClose ? 0 : 1) < ($1.time, $1.isClose ? 0 : 1)
        }
    }

    private func start(_ slow: inout SlowAlert) {
        let events = events(of: slow.coin)
        slow.isArmed = true
        guard let newest = events.last(where: \.isClose) else { return slow.seen = world.now }
        let figures = events.indices.filter { events[$0].time >= newest.time }.compactMap { index in
            figure(slow.alert, events, index).map { (events[index].time, $0) }
        }
        slow.seen = figures.last?.0 ?? newest.time
        if let value = figures.last?.1 { slow.isArmed = !isPassed(slow.alert, value) }
    }

    private func step(_ slow: inout SlowAlert) {
        let events = events(of: slow.coin)
        for index in events.indices.filter({ events[$0].time > slow.seen }) {
            guard let value = figure(slow.alert, events, index) else { continue }
            defer { slow.seen = events[index].time }
            guard !slow.isPaused, !slow.isDone else { continue }
            if slow.isArmed, isPassed(slow.alert, value) {
                if let ends = slow.alert.endsOn, events[index].time > ends.end { continue }
                slow.fired.append(events[index].time)
                slow.isArmed = false
                slow.isDone = !slow.alert.repeats
            } else if !slow.isArmed, isBack(slow.alert, value) {
                slow.isArmed = true
            }
        }
    }

    private func figure(_ alert: Alert, _ events: [Event], _ index: Int) -> Double? {
        let event = events[index]
        let before = events[..<index].filter { $0.isClose && $0.day >= alert.since ?? Day(daysSince1970: 0) }.map(\.price)
        // Closes before the first counted day are no figures either.
        let counts = !event.isClose || event.day >= alert.since ?? Day(daysSince1970: 0)
        switch alert.measure {
        case .change:
            guard let past = events.last(where: { $0.isClose && $0.day == event.day - alert.days! }) else { return nil }
            return (event.price / past.price - 1) * 100
        case .highest: return counts ? before.max().map { (event.price / $0 - 1) * 100 } : nil
        case .lowest: return counts ? before.min().map { (1 - event.price / $0) * 100 } : nil
        default: return event.price
        }
    }

    private func isPassed(_ alert: Alert, _ value: Double) -> Bool {
        let threshold = alert.threshold.doubleValue
        return alert.direction == .above ? value > threshold : value < threshold
    }

    private func isBack(_ alert: Alert, _ value: Double) -> Bool {
        let (threshold, margin) = (alert.threshold.doubleValue, alert.margin.doubleValue)
        let distance = alert.measure == .price ? abs(threshold) * margin / 100 : margin
        return alert.direction == .above ? value <= threshold - distance : value >= threshold + distance
    }

    // MARK: The end

    mutating func compare() async throws {
        try await evaluate()
        let found = try await world.firings()
        for slow in alerts {
            let times = found[slow.alert.id]?.map(\.time.seconds) ?? []
            #expect(times == slow.fired, "seed \(seed): \(slow.alert)")
        }
        let told = try await world.database.reading { reading in
            try reading.value("SELECT count(*) FROM notices", []) as Int? ?? 0
        }
        #expect(told == fired, "each firing is told once")
    }
}
