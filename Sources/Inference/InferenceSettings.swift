import Settings

/// An operator's settings for models and the queue.
package struct InferenceSettings: SettingValues {
    /// Folder of models; nil: the program looks for one.
    package var models: String?
    /// Forecasting threads; nil: one per processor.
    package var workers: Int?
    /// Series that may wait for a forecast.
    package var queueCapacity = 4096

    package init() {}

    package static let folders: [Setting<InferenceSettings>] = [.path("models", \.models, "folder with the models")]

    package static let queue: [Setting<InferenceSettings>] = [
        .optional("workers", \.workers, 1...1024, none: "auto", "forecasting threads; auto: one per processor"),
        .integer("queue-capacity", \.queueCapacity, 1...10_000_000, "series that may wait for a forecast"),
    ]
}
