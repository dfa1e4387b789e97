/// A request as written: a task with its options.
package struct WrittenRequest: Sendable {
  /// `nil` if the request has none.
  package let id: String?
  package let task: RequestTask
  package let options: RequestOptions

  package init(id: String? = nil, _ task: RequestTask, _ options: RequestOptions = RequestOptions()) {
    self.id = id
    self.task = task
    self.options = options
  }
}
