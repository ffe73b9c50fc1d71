/// A part of a program's view hierarchy, as far as ads must know it: whether it hangs in a window.
@MainActor public final class ViewContainer {
  let node: ViewNode

  /// Creates a container.
  /// - Parameter isWindow: whether it is the root of what is on the screen; `false` by default.
  public init(isWindow: Bool = false) { node = ViewNode(isWindow: isWindow) }

  /// Whether it is a window, or hangs in one through all the containers above it.
  public var isInWindow: Bool { node.isInWindow }

  /// Hangs this container, with all that hangs in it, in another.
  public func attach(to container: ViewContainer) { node.attach(to: container.node) }

  /// Takes it out.
  public func detach() { node.detach() }
}

/// A place in the hierarchy. Parents know their children weakly, and children their parent.
@MainActor final class ViewNode {
  private struct Child {
    weak var node: ViewNode?
  }

  private let isWindow: Bool
  private(set) weak var parent: ViewNode?
  private var children: [Child] = []
  /// Called when the node has come into a window, or out of one.
  var onWindowChange: (@MainActor (_ isInWindow: Bool) -> Void)?

  init(isWindow: Bool) { self.isWindow = isWindow }

  // What hangs in a window that is let go hangs in none.
  isolated deinit { tellChildren() }

  var isInWindow: Bool {
    var node = self
    while !node.isWindow {
      guard let parent = node.parent else { return false }
      node = parent
    }
    return true
  }

  func attach(to parent: ViewNode) {
    // A ring would have no end.
    guard !isWindow, !parent.hangs(in: self), parent !== self.parent else { return }
    move(to: parent)
  }

  func detach() { move(to: nil) }

  private func move(to parent: ViewNode?) {
    let wasInWindow = isInWindow
    self.parent?.children.removeAll { $0.node === self || $0.node == nil }
    self.parent = parent
    parent?.children.removeAll { $0.node == nil }
    parent?.children.append(Child(node: self))
    if isInWindow != wasInWindow { tellChange() }
  }

  private func hangs(in other: ViewNode) -> Bool {
    var node: ViewNode? = self
    while let current = node {
      if current === other { return true }
      node = current.parent
    }
    return false
  }

  private func tellChange() {
    onWindowChange?(isInWindow)
    tellChildren()
  }

  private func tellChildren() {
    for child in children { child.node?.tellChange() }
  }
}
