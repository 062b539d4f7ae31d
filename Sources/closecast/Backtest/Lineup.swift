import Forecasting
import Market
import Platform

/// The entrants of a backtest: the naive forecast first, which all ratios are relative to, then the other baselines, then the
/// models.
struct Lineup {
    let entrants: [Entrant]
    private let bands: [Bool]
    /// Indices of the baselines and of the models in ``entrants``.
    let baselines: Range<Int>
    let models: Range<Int>
    /// The index of GARCH-t in ``entrants``, or nil if it does not take part.
    var garch: Int? { baselines.first { entrants[$0].name == Baseline.garch.rawValue } }
    /// Closes that every model reads. All models must share one context length and one horizon.
    let contextLength: Int
    let horizon: Int

    init(models names: [String], all: Bool, baselines wanted: [Baseline]) throws(Failure) {
        var entrants = ([.naive] + wanted.filter { $0 != .naive }).map { Entrant($0.method) }
        baselines = 0..<entrants.count
        var bands = Array(repeating: true, count: entrants.count)
        var shapes: [(name: String, context: Int, horizon: Int)] = []
        let named = all ? try Resources.modelNames() : names.isEmpty ? [Resources.defaultModel] : names
        for name in named {
            let forecasters = try Self.forecasters(name, skipsOthers: all)
            guard let first = forecasters.first else { continue }
            shapes += forecasters.map { ($0.configuration.name, $0.contextLength, $0.horizon) }
            // Two folders may hold models of the same name.
            let title = entrants.contains { $0.name == first.configuration.name } ? name : first.configuration.name
            guard !entrants.contains(where: { $0.name == title }) else {
                throw Failure("--model \(name) is given twice", .usage)
            }
            entrants.append(Entrant(name: title, forecasters))
            bands.append(first.hasDistribution)
        }
        guard let shape = shapes.first else { throw Failure("no model forecasts prices; give one: --model DIR", .noInput) }
        if let other = shapes.first(where: { ($0.context, $0.horizon) != (shape.context, shape.horizon) }) {
            throw Failure(
                "\(shape.name) reads \(shape.context) closes and forecasts \(shape.horizon), \(other.name) \(other.context) and "
                    + "\(other.horizon); measure them apart", .usage)
        }
        (contextLength, horizon) = (shape.context, shape.horizon)
        models = baselines.upperBound..<entrants.count
        self.entrants = entrants
        self.bands = bands
    }

    /// Whether an entrant forecasts a distribution and not only points.
    func hasBands(_ entrant: Int) -> Bool { bands[entrant] }

    /// The last day that any entrant was fitted to.
    var lastFittedDay: Day? { entrants.compactMap(\.lastFittedDay).max() }

    /// Returns the forecaster of one model folder, or of every version in a folder of model folders.
    ///
    /// - Parameter skipsOthers: whether models that do not forecast prices are skipped.
    private static func forecasters(_ name: String, skipsOthers: Bool) throws(Failure) -> [Forecaster] {
        var folders = [name]
        if !Files.isFile(name + "/config.json"), Files.isFolder(name) {
            do throws(FileError) {
                folders = try Files.names(in: name).map { "\(name)/\($0)" }.filter { Files.isFile($0 + "/config.json") }
            } catch {
                throw Failure(error)
            }
            guard !folders.isEmpty else { throw Failure("\(name) holds no model and no folder with one", .noInput) }
        }
        var forecasters: [Forecaster] = []
        for folder in folders {
            let folder = try Resources.modelFolder(folder)
            if skipsOthers, folder.configuration.transform == .none { continue }
            do throws(ModelError) {
                forecasters.append(try Forecaster(folder))
            } catch {
                throw Failure(error)
            }
        }
        return forecasters
    }
}
