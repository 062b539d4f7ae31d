import Jobs

/// The plan of the killed program, shared with the test that checks what it left.
package enum CrashPlan {
    package static let owner = "ann"
    package static let series = 3000

    /// Settings that make many small blocks.
    package static func settings(_ folder: String) -> JobSettings {
        var settings = JobSettings(folder: folder)
        settings.minimumFreeBytes = 0
        settings.reservedBytes = 0
        settings.retrySeconds = 0.05
        return settings
    }

    /// Lines of a job; some are blank, and some cannot be forecast.
    package static func input(_ series: Int) -> String {
        (0..<series).map { index in
            let closes = index % 7 == 3 ? "1,2" : "\(index + 1),\(index + 2),\(Double(index) + 2.5)"
            return (index % 11 == 5 ? " \n" : "") + "{\"id\":\"S\(index)\",\"closes\":[\(closes)],\"last\":\"2025-02-20\"}\n"
        }.joined()
    }

    /// The request of the one job.
    package static var request: JobRequest {
        var request = JobRequest(owner: owner)
        request.idempotencyKey = "the one job"
        request.forecast.days = 2
        return request
    }
}
