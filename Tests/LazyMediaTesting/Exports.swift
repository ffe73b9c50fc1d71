// Files that pictures, slots and ads are tested with come with it.
@_exported public import SampleMedia
