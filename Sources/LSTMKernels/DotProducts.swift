/// Computes `product[rows, outputs] = left[rows, depth] · right[outputs, depth]ᵀ` as one dot product for each output.
///
/// For a dense layer with few outputs. The order of additions depends on `depth` only, so a row's outputs are the same to the
/// bit in every block.
package func multiplyTransposed(
    rows: Int, depth: Int, outputs: Int,
    left: UnsafePointer<Float>, leftStride: Int, right: UnsafePointer<Float>, product: UnsafeMutablePointer<Float>
) {
    for row in 0..<rows {
        for output in 0..<outputs {
            product[row &* outputs &+ output] = dotProduct(depth, left + row &* leftStride, right + output &* depth)
        }
    }
}

/// Computes a dot product with sixteen partial sums, which form one vector and are then added pairwise.
@inline(__always)
private func dotProduct(_ count: Int, _ a: UnsafePointer<Float>, _ b: UnsafePointer<Float>) -> Float {
    var sums = InlineArray<16, Float>(repeating: 0)
    let whole = count & ~15
    var start = 0
    while start < whole {
        for lane in 0..<16 { sums[unchecked: lane] = multiplyAdd(a[start &+ lane], b[start &+ lane], sums[unchecked: lane]) }
        start &+= 16
    }
    for index in whole..<count {
        sums[unchecked: index &- whole] = multiplyAdd(a[index], b[index], sums[unchecked: index &- whole])
    }
    for lane in 0..<8 { sums[unchecked: lane] += sums[unchecked: lane &+ 8] }
    for lane in 0..<4 { sums[unchecked: lane] += sums[unchecked: lane &+ 4] }
    return (sums[unchecked: 0] + sums[unchecked: 2]) + (sums[unchecked: 1] + sums[unchecked: 3])
}
