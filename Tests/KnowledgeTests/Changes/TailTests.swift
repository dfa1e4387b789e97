import Testing

@testable import Knowledge

@Suite("Tails of distributions")
struct TailTests {
  @Test("Counts with much shape are Poisson's")
  func poisson() {
    #expect(abs(Tails.below(0, mean: 10, shape: 1e9) - 4.54e-5) < 1e-7)
    #expect(abs(Tails.below(3, mean: 10, shape: 1e9) - 0.010336) < 1e-6)
    #expect(abs(Tails.above(25, mean: 10, shape: 1e9) / 4.6949e-5 - 1) < 1e-3)
  }

  @Test("Both sides of a negative binomial make one", arguments: [0, 1, 7, 40])
  func sides(count: Int) {
    let sum = Tails.below(count, mean: 8, shape: 2) + Tails.above(count + 1, mean: 8, shape: 2)
    #expect(abs(sum - 1) < 1e-12)
  }

  @Test("Student's tail is that of the tables")
  func student() {
    #expect(abs(Tails.student(2.228, freedom: 10) - 0.025) < 0.0003)
    #expect(abs(Tails.student(4.587, freedom: 10) - 0.0005) < 0.00003)
    #expect(abs(Tails.student(-2.228, freedom: 10) - 0.975) < 0.0003)
  }

  @Test("Many hypotheses need smaller probabilities")
  func limit() {
    #expect(Tails.limit([0.04], share: 0.05) == 0.04)
    #expect(Tails.limit([0.04, 0.04, 0.9], share: 0.05) == -1)
    #expect(Tails.limit([0.001, 0.01, 0.9], share: 0.05) == 0.01)
    #expect(Tails.limit([], share: 0.05) == -1)
  }
}
