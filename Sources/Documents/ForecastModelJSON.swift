import Forecasting
import JSONText

/// What a model is, as JSON.
package enum ForecastModelJSON {
    /// The members of an object that follow what names the model.
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
