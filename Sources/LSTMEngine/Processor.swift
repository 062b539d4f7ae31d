import CProcessor
import Glibc

/// The processor features that determine the engine's speed, to be printed with every benchmark.
public struct Processor: Equatable, Sendable {
    /// The OpenBLAS kernels in use, for example `Cooperlake`.
    public let openBLASCore: String
    /// OpenBLAS's version and build options.
    public let openBLASBuild: String
    /// The x86-64 level of the engine's own loops, for example `x86-64-v4`.
    public let kernels: String

    /// This process's features. OpenBLAS chooses its kernels once, when it is loaded; `OPENBLAS_CORETYPE` overrides the choice.
    /// For processors that it does not know, `CProcessor` makes it choose again.
    public static var current: Processor {
        Processor(
            openBLASCore: BLAS.shared.coreName, openBLASBuild: BLAS.shared.build, kernels: Kernels.best.rawValue)
    }

    /// A warning if OpenBLAS uses slower kernels than this processor supports, else nil.
    public var warning: String? {
        guard closecast_processor_level() >= 4, !BLAS.shared.hasSmallProducts else { return nil }
        return "OpenBLAS runs its \(openBLASCore) kernels though this processor has AVX-512: forecasts take about twice as long. "
            + (getenv("OPENBLAS_CORETYPE") == nil ? "Install a newer OpenBLAS." : "Unset OPENBLAS_CORETYPE.")
    }
}
