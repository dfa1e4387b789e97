package import Knowledge

extension LearnedTable: ReportTable {
  package typealias Subject = LearnedReport

  package static let forms = MadeOnce<TableForm<LearnedReport>>(count: allCases.count)

  /// `match` has a table `doubts`, too.
  package var schemaName: String { self == .doubts ? "learned_doubts" : rawValue }

  package func form(with added: AddedColumns) -> TableForm<LearnedReport> {
    switch self {
    case .speeds: TableForm(SpeedRow.self, of: self, with: added)
    case .delays: TableForm(DelayRow.self, of: self, with: added)
    case .use: TableForm(UseRow.self, of: self, with: added)
    case .coverage: TableForm(CoverageRow.self, of: self, with: added)
    case .flows: TableForm(FlowRow.self, of: self, with: added)
    case .stays: TableForm(StayRow.self, of: self, with: added)
    case .changes: TableForm(ChangeRow.self, of: self, with: added)
    case .doubts: TableForm(LearnedDoubtRow.self, of: self, with: added)
    }
  }
}
