/// The version that `--version` prints and requests name, after https://semver.org.
let lazyMediaVersion = "0.1.0"
