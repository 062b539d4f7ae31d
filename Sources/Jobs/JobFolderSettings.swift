import Settings

/// Where the operator of a server keeps batch jobs.
package struct JobFolderSettings: SettingValues {
    /// Nil: the program chooses one.
    package var folder: String?

    package init() {}

    package static let all: [Setting<JobFolderSettings>] = [.path("jobs", \.folder, "folder for batch jobs")]
}
