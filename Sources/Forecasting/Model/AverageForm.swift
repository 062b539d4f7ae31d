/// A model whose quantiles are the mean of those of its parts, in log price, from its `config.json`.
///
/// The paths are the network's: at each step, the path with the network's n-th lowest close gets the average's. So the dependence between
/// days stays, and the distribution of each day is exactly the average.
public struct AverageForm: Equatable, Sendable {
    /// The network, without a calibration; it draws sample paths.
    public let network: NetworkForm
    /// The linear model of log volatility, whose tensors are in ``volatilityFile``.
    public let volatility: VolatilityForm
    /// Whether a GARCH(1,1) that is fitted to each context is a part, too.
    public let includesGARCH: Bool

    static let volatilityFile = "volatility.safetensors"
    /// The members of `config.json` that describe it.
    static let members = ["network", "volatility", "garch"]

    init(_ root: ConfigurationObject, context: Int, horizon: Int) throws(ModelError) {
        network = try NetworkForm(
            try root.object("network", members: NetworkForm.members.filter { $0 != "calibration" }), context: context,
            horizon: horizon)
        guard network.head != .point else { throw root.error("\"network\": \"head\" is \"point\", which draws no sample paths") }
        volatility = try VolatilityForm(
            try root.object("volatility", members: VolatilityForm.members), context: context, horizon: horizon)
        switch root.value["garch"] {
        case nil, .boolean(false): includesGARCH = false
        case .boolean(true): includesGARCH = true
        default: throw root.error("\"garch\" is neither true nor false")
        }
    }
}

extension ConfigurationObject {
    fileprivate func object(_ key: String, members: [String]) throws(ModelError) -> ConfigurationObject {
        try ConfigurationObject(try required(key), name: key, members: members, file: file)
    }
}
