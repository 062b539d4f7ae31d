import CProcessor

/// What the engine's speed depends on, to be printed beside every figure.
public struct Processor: Equatable, Sendable {
    /// The kernels OpenBLAS runs, e.g. `Cooperlake`.
    public let openBLASCore: String
    /// OpenBLAS's version and build options.
    public let openBLASBuild: String
    /// The level that the engine's own loops run at, e.g. `x86-64-v4`.
    public let kernels: String

    /// This process's. OpenBLAS chooses its kernels once, when it is loaded, and lets `OPENBLAS_CORETYPE` overrule it.
    public static var current: Processor {
        Processor(
            openBLASCore: BLAS.shared.coreName, openBLASBuild: BLAS.shared.build, kernels: Kernels.best.rawValue)
    }

    /// A sentence when OpenBLAS runs slower kernels than this processor has, else nil.
    public var warning: String? {
        guard closecast_processor_level() >= 4, !BLAS.shared.hasSmallProducts else { return nil }
        return "OpenBLAS runs its \(openBLASCore) kernels though this processor has AVX-512: forecasts take about twice as long. "
            + "Unset OPENBLAS_CORETYPE."
    }
}
