import Forecasting
import JSONText

/// The description of a model as JSON.
package enum ForecastModelJSON {
    /// Writes the members after those that name the model.
    package static func members(of configuration: ModelConfiguration, _ writer: inout JSONWriter) {
        writer.member("parameters", configuration.architecture.parameterCount)
        writer.member("inputs", configuration.architecture.inputs)
        writer.member("outputs", configuration.architecture.outputs)
        writer.member("context", configuration.context)
        writer.member("horizon", configuration.horizon)
        writer.key("skill")
        ForecastSkillJSON.write(configuration.skill, &writer)
        writer.key("training")
        writer.value(configuration.training)
        writer.member("sha256", configuration.sha256)
    }
}
