import ArgumentParser
import Forecasting
import Forecasts
import JSONText
import LSTMEngine
import Market
import Text

struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "List, show, verify and run models.",
        discussion: """
            EXAMPLES
              closecast model list
              closecast model show daily-close
              closecast model verify ./my-model
              echo '[0.1,-0.4,0.2]' | closecast model run ./my-model --steps 5
            """,
        subcommands: [List.self, Show.self, Verify.self, ModelRunCommand.self]
    )

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "The models that forecasts can name.")

        @Flag(help: "One JSON object.")
        var json = false

        func run() throws {
            try reportingFailures { () throws(Failure) in
                var models: [(name: String, folder: ModelFolder)] = []
                var failure: Failure?
                for name in try Resources.modelNames() {
                    do throws(Failure) {
                        models.append((name, try Resources.modelFolder(name)))
                    } catch {
                        // A broken folder does not hide the valid ones; all errors are reported.
                        let messages = [failure?.message, error.message].compactMap(\.self)
                        failure = Failure(messages.joined(separator: "\n"), error.status)
                    }
                }
                try Console.write(json ? document(models.map(\.folder)) : models.map(line).joined())
                if let failure { throw failure }
            }
        }

        private func document(_ folders: [ModelFolder]) -> String {
            var writer = JSONWriter()
            writer.object { writer in
                writer.key("models")
                writer.array { writer in for folder in folders { Show.write(folder, &writer) } }
            }
            writer.newline()
            return String(decoding: writer.bytes, as: UTF8.self)
        }

        /// - Parameter name: the folder's name, which `--model` takes; the configuration may contain another name.
        private func line(_ name: String, _ folder: ModelFolder) -> String {
            let configuration = folder.configuration
            let through = configuration.trainedThrough.map { ", trained on days up to \($0)" } ?? ""
            let mark = name == ModelFolder.defaultName ? " (default)" : ""
            return "\(name)\(mark): reads \(configuration.context.counted("close")), forecasts \(configuration.horizon), "
                + "\(configuration.parameterCount) numbers\(through)\n"
        }
    }

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "What a model is, and what computes it on this machine.")

        @Argument(help: ArgumentHelp("A model's name or folder.", valueName: "name|dir"), completion: .models)
        var model = ModelFolder.defaultName

        @Flag(help: "One JSON object.")
        var json = false

        func run() throws {
            try reportingFailures { () throws(Failure) in
                let folder = try Resources.modelFolder(model, option: "closecast model show DIR")
                if json {
                    var writer = JSONWriter()
                    Show.write(folder, &writer)
                    writer.newline()
                    return try Console.write(writer.bytes)
                }
                try Console.write(text(folder))
            }
        }

        private func text(_ folder: ModelFolder) -> String {
            let configuration = folder.configuration
            let processor = Processor.current
            var lines = ["name        \(configuration.name)", "folder      \(folder.path)"]
            let network = configuration.network
            for (index, layer) in (network?.architecture.layers ?? []).enumerated() {
                lines.append("\(index == 0 ? "layers      " : "            ")\(Show.describe(layer))")
            }
            if let form = configuration.volatility { lines.append("volatility  \(Show.describe(form))") }
            if case .average(let form) = configuration.kind {
                let garch = form.includesGARCH ? " and a GARCH(1,1) of each series" : ""
                lines.append("average of  the network, the volatility\(garch)")
            }
            lines += [
                "numbers     \(configuration.parameterCount)",
                "context     \(configuration.context.counted("daily close"))",
                "horizon     \(configuration.horizon.counted("day"))",
            ]
            if let network {
                lines += [
                    "transform   \(Show.describe(network.transform))",
                    "head        \(Show.describe(network.head))",
                    "calibrated  \(Show.describe(network.calibration))",
                ]
            }
            lines += [
                "trained     \(configuration.trainedThrough.map { "on days up to \($0)" } ?? "period unknown")",
                "sha256      \(configuration.sha256)",
                "computed by OpenBLAS \(processor.openBLASCore) kernels, own loops for \(processor.kernels)",
            ]
            if let warning = processor.warning { lines.append("warning     \(warning)") }
            return lines.joined(separator: "\n") + "\n" + SkillText.lines(configuration)
        }

        static func describe(_ layer: Layer) -> String {
            switch layer {
            case .lstm(let inputs, let units, let gates):
                "lstm, \(inputs.counted("input")), \(units.counted("unit")), gates \(gates)"
            case .dense(let inputs, let units, let activation):
                "dense, \(inputs.counted("input")), \(units.counted("unit")), \(activation.rawValue)"
            }
        }

        static func describe(_ form: VolatilityForm) -> String {
            let variants = form.variants.map(\.rawValue).joined(separator: ", ")
            return "log volatility at \(form.knots.count) steps, from \(variants)"
        }

        static func describe(_ transform: PriceTransform) -> String {
            switch transform {
            case .none: "none: reads raw numbers, for closecast model run"
            case .scaledLogReturns(let clip, let scaleWindow):
                "log-returns over the standard deviation of the last \(scaleWindow), clipped at \(clip)"
            }
        }

        static func describe(_ head: Head) -> String {
            switch head {
            case .point: "point"
            case .studentT: "student-t: sample paths"
            case .quantiles(let levels): "quantiles at \(levels.count.counted("level")): sample paths"
            }
        }

        static func describe(_ calibration: Calibration?) -> String {
            guard let calibration else { return "no" }
            let periods = calibration.fittedOn.map { "\($0.from) to \($0.through)" }.joined(separator: ", ")
            return switch calibration.kind {
            case .probabilityMap: "probability map, fitted on the closes of \(periods)"
            case .conformal: "conformal bands, fitted on the closes of \(periods)"
            }
        }

        static func write(_ folder: ModelFolder, _ writer: inout JSONWriter) {
            writer.object { writer in
                writer.member("name", folder.configuration.name)
                writer.member("folder", folder.path)
                ForecastDocuments.model.write(folder.configuration, &writer)
            }
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Check a model folder: configuration, every tensor, the hash.")

        @Argument(help: ArgumentHelp("A model's name or folder.", valueName: "name|dir"), completion: .models)
        var model = ModelFolder.defaultName

        func run() throws {
            try reportingFailures { () throws(Failure) in
                let folder = try Resources.modelFolder(model, option: "closecast model verify DIR")
                try Console.write(
                    "\(folder.path): good; \(folder.configuration.parameterCount) finite numbers, "
                        + "sha256 \(folder.configuration.sha256)\n")
            }
        }
    }
}
