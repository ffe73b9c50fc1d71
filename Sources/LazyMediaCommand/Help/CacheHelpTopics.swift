extension HelpTopics {
  static let cacheDescription = """
    Looks into the folder of a disk cache, and keeps it in order; other programs may use the folder meanwhile.

      info     prints folder, format, entries and bytes
      ls       prints every entry in the order in which they were stored:
               bytes of its body, last use (UTC), key
      verify   reads everything and checks it
      trim     removes what was used least recently, until no more than
               --to bytes are taken
      clear    removes all entries
    """

  static let cacheOutput = """
    With --json, 'ls' prints an object a line for every entry, with the members
      key            in most cases a URL, exactly as it was stored
      bytes          bytes of the body
      headBytes      bytes of the answer's head
      stored         times in UTC (RFC 3339)
      lastUsed
    'info', 'trim' and 'clear' print one object
      directory      the folder
      formatVersion  of the folder
      entries        how many there are
      bytes          bytes on disk
      limit          the most bytes on disk, as last set by a program
    and 'verify' prints one object
      sound          entries that are whole
      soundBytes     bytes of their bodies
      damaged        entries that are not as they were stored
      missing        entries whose body is gone
      stray          files without an entry: leftovers of killed programs
      indexSound     false if the index itself is damaged
      removed        true with --remove
    Without --json, the user name and password of a URL are left out.
    """

  static let cacheExitStatus = [
    ("0", "It was done, and nothing was wrong."),
    ("1", "'verify' found damage, or reading or writing failed."),
  ]
}
