import Forecasting
import Platform

extension Lineup {
    /// Reads the models of a backtest.
    ///
    /// - Parameters:
    ///   - names: names or folders of models; the default model if there are none.
    ///   - all: whether all models that forecast prices take part.
    init(models names: [String], all: Bool, baselines wanted: [Baseline]) throws(Failure) {
        var taken = Set((wanted + [.naive]).map(\.rawValue) + [Self.ceilingName])
        var models: [Model] = []
        let named = all ? try Resources.modelNames() : names.isEmpty ? [ModelFolder.defaultName] : names
        for name in named {
            let versions = try Self.forecasters(name, skipsOthers: all)
            guard let first = versions.first else { continue }
            // Two folders may hold models of the same name.
            let title = taken.contains(first.configuration.name) ? name : first.configuration.name
            guard taken.insert(title).inserted else { throw Failure("--model \(name) is given twice", .usage) }
            models.append(Model(title: title, versions: versions))
        }
        do throws(LineupError) {
            try self.init(baselines: wanted, models: models)
        } catch {
            throw Self.failure(error, models.flatMap(\.versions))
        }
    }

    private static func failure(_ error: LineupError, _ models: [Forecaster]) -> Failure {
        switch error {
        case .noModel: return Failure("no model forecasts prices; give one: --model DIR", .noInput)
        case .differentShapes:
            let shape = models[0]
            let other = models.first { ($0.contextLength, $0.horizon) != (shape.contextLength, shape.horizon) }!
            return Failure(
                "\(shape.configuration.name) reads \(shape.contextLength) closes and forecasts \(shape.horizon), "
                    + "\(other.configuration.name) \(other.contextLength) and \(other.horizon); measure them apart", .usage)
        }
    }

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
            let folder = try Resources.modelFolder(folder, option: "--model DIR")
            if skipsOthers, folder.configuration.network?.transform == PriceTransform.none { continue }
            do throws(ModelError) {
                forecasters.append(try Forecaster(folder))
            } catch {
                throw Failure(error)
            }
        }
        return forecasters
    }
}
