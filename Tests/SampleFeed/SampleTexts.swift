/// What sample ads say, in turn.
enum SampleTexts {
  static func title(_ number: Int) -> String { titles[number % titles.count] }
  static func body(_ number: Int) -> String { bodies[number % bodies.count] }
  static func action(_ number: Int) -> String { actions[number % actions.count] }
  static func advertiser(_ number: Int) -> String { advertisers[number % advertisers.count] }

  private static let titles = [
    "Fresh coffee, at your door", "A weekend in the hills", "Learn to sail in ten days",
    "Lamps made of paper",
    "The long way round, by train", "Bread without waiting",
  ]
  private static let bodies = [
    "Roasted this morning, with you tomorrow.", "Two nights, one lake, no timetable at all.",
    "Small boats, patient teachers, and the wind that happens to be there.",
    "Folded by hand. Light as they look.",
  ]
  private static let actions = ["Order", "Book", "Try it", "See more"]
  private static let advertisers = ["Morning Roasters", "Lakeside Inn", "Harbour School", "Paper & Light"]
}
