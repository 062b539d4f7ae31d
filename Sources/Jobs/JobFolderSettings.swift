import Settings

/// The setting for the folder of batch jobs.
package struct JobFolderSettings: SettingValues {
    /// Nil: the program chooses one.
    package var folder: String?

    package init() {}

    package static let all: [Setting<JobFolderSettings>] = [.path("jobs", \.folder, "folder for batch jobs")]
}
