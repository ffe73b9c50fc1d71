/// A reward as text: thousands apart, at most two decimals, cut off, so that never more is promised than is paid. From a
/// million on with a letter: `1,234.5`, `12.34M`, `2B`. What is no number, or below 0, is `0`.
///
/// ```swift
/// formatReward(1_200, currency: "coins")  // 1,200 coins
/// ```
/// - Parameter currency: put after the number; `nil`, the default, for none.
public func formatReward(_ totalConvertedValue: Double, currency: String? = nil) -> String {
  let number: String
  switch totalConvertedValue {
  case 1e15...: number = "999,999B"
  case 1e9...: number = decimals(hundredths: Int(totalConvertedValue / 1e7)) + "B"
  case 1e6...: number = decimals(hundredths: Int(totalConvertedValue / 1e4)) + "M"
  case 0...: number = decimals(totalConvertedValue)
  default: number = "0"
  }
  guard let currency, !currency.isEmpty else { return number }
  return "\(number) \(currency)"
}

/// How many times the usual a raised reward is, as text: `1.5×`, with at most two decimals, cut off; one above 1 is at
/// least `1.01×`. What is no number, or below 0, is `0×`.
public func formatPromo(_ promoRatio: Double) -> String {
  guard promoRatio > 0 else { return "0×" }
  let ratio = promoRatio > 1 ? max(1.01, promoRatio) : promoRatio
  return formatReward(ratio) + "×"
}

/// A number from 0 to below 1e6, with at most two decimals.
private func decimals(_ value: Double) -> String {
  // 0.29 * 100 is a little less than 29.
  let scaled = value * 100
  let nearest = scaled.rounded()
  return decimals(hundredths: Int(abs(nearest - scaled) < 1e-6 ? nearest : scaled.rounded(.down)))
}

private func decimals(hundredths: Int) -> String {
  var text = grouped(hundredths / 100)
  let rest = hundredths % 100
  if rest > 0 { text += rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)" }
  return text
}

private func grouped(_ number: Int) -> String {
  let digits = String(number)
  var text = ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { text.append(",") }
    text.append(digit)
  }
  return text
}
