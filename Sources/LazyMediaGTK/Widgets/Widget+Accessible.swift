#if GTK
  import CGTK
  import NativeAds

  extension UnsafeMutablePointer<GtkWidget> {
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
    var object: UnsafeMutablePointer<GObject> { raw.assumingMemoryBound(to: GObject.self) }

    /// Says to screen readers what the widget is; an empty name leaves it without one.
    func setAccessibleName(_ name: String) {
      var property = GTK_ACCESSIBLE_PROPERTY_LABEL
      var value = GValue()
      g_value_init(&value, GType(16 << 2))
      g_value_set_string(&value, name.accessibleName)
      gtk_accessible_update_property_value(OpaquePointer(self), 1, &property, &value)
      g_value_unset(&value)
    }
  }

  extension String {
    /// What of it is given to screen readers: as much as a card shows of a text at most.
    var accessibleName: String { String(unicodeScalars.prefix(CardText.limit)) }
  }

  /// Makes a widget with a role for screen readers, which GTK takes only then. Its one reference belongs to the caller.
  func makeWidget(_ type: GType, role: GtkAccessibleRole) -> UnsafeMutablePointer<GtkWidget> {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, Int32(role.rawValue))
    let object = "accessible-role".withCString { name in
      var names: [UnsafePointer<CChar>?] = [name]
      return g_object_new_with_properties(type, 1, &names, &value)
    }
    g_value_unset(&value)
    guard let object else { preconditionFailure("GTK makes every widget whose class it knows") }
    g_object_ref_sink(object)
    return UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
  }
#endif
