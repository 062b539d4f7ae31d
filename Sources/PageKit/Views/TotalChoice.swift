/// Whose total the first page shows: that of the wallets, or that of the practice account.
package enum TotalChoice: String, CaseIterable {
    case mine, practice
}
