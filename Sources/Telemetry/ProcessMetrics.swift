import Glibc
import Platform

extension PrometheusMetrics {
    /// Adds the standard process metrics that Prometheus dashboards expect.
    ///
    /// - Parameter startedAt: seconds since 1970-01-01 UTC.
    package func addProcess(startedAt: Double) {
        gauge("process_start_time_seconds", "When the process started, in seconds since 1970-01-01 UTC.") { startedAt }
        gauge("process_resident_memory_bytes", "Memory that the process holds.") { Double(ProcessState.residentBytes) }
        counter("process_cpu_seconds_total", "Time on processors, user and system.") { Self.processorSeconds }
        gauge("process_open_fds", "Open file descriptors.") { Self.openDescriptors }
        gauge("process_max_fds", "File descriptors that the process may open.") { Self.descriptorLimit }
    }

    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// The number of open descriptors, without that of the listed folder itself.
    private static var openDescriptors: Double {
        guard let names = try? Files.names(in: "/proc/self/fd") else { return .nan }
        return Double(names.count - 1)
    }

    private static var descriptorLimit: Double {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? Double(limit.rlim_cur) : .nan
    }
}
