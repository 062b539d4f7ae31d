/// The picture next to the forms for people who are not signed in: a random walk and a fan of possible continuations. Drawn once;
/// it shows no coin and no forecast.
enum WelcomePicture {
    static let svg: String = {
        var generator = SplitMix(state: 20)
        let past = walk(steps: 119, &generator)
        let paths = (0..<600).map { _ in walk(steps: 96, &generator) }
        let edges = [0.025, 0.1, 0.25, 0.5, 0.75, 0.9, 0.975].map { q in
            (0...96).map { step in quantile(paths.map { $0[step] }, q) + past.last! }
        }
        let bands = [("95", 0, 6), ("80", 1, 5), ("50", 2, 4)].map { name, low, high in
            "<path class=\"band band-\(name)\" d=\"M\(line(edges[high]))L\(line(edges[low], isReversed: true))Z\"/>"
        }
        return "<svg class=\"side-chart\" viewBox=\"0 0 560 260\" aria-hidden=\"true\"><g class=\"fan\">" + bands.joined()
            + "<path class=\"middle\" d=\"M\(line(edges[3]))\"/></g><path class=\"line\" d=\"M\(line(past, from: 0))\"/>"
            + "<circle class=\"now\" cx=\"310\" cy=\"\(y(past.last!))\" r=\"4.5\"/></svg>"
    }()

    /// Returns sums of approximately normal steps, starting with 0.
    private static func walk(steps: Int, _ generator: inout SplitMix) -> [Double] {
        var level = 0.0
        return [0]
            + (0..<steps).map { _ in
                level += (0..<4).reduce(0) { sum, _ in sum + generator.unit() - 0.5 }
                return level
            }
    }

    private static func quantile(_ values: [Double], _ q: Double) -> Double {
        values.sorted()[Int(q * Double(values.count - 1))]
    }

    private static func line(_ values: [Double], from start: Double = 310, isReversed: Bool = false) -> String {
        let step = (start == 0 ? 310 : 250) / Double(values.count - 1)
        let points = values.enumerated().map { "\(tenth(start + Double($0.offset) * step)),\(y($0.element))" }
        return (isReversed ? points.reversed() : points).joined(separator: "L")
    }

    private static func y(_ value: Double) -> String { tenth(130 - value * 5.5) }

    private static func tenth(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

    /// A small generator with a fixed start, so that the picture is always the same (Steele, Lea and Flood 2014).
    private struct SplitMix {
        var state: UInt64

        mutating func unit() -> Double {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return Double((mixed ^ (mixed >> 31)) >> 11) / 9_007_199_254_740_992
        }
    }
}
