/// A certificate that no server of a test has: a bundle for tests that must not depend on the system's.
enum StrangerCertificate {
  static let pem = """
    -----BEGIN CERTIFICATE-----
    MIIBiTCCAS+gAwIBAgIUBd3yhqOFleccpDJTq0uyuXrRngQwCgYIKoZIzj0EAwIw
    GTEXMBUGA1UEAwwObm9ib2R5LmludmFsaWQwIBcNMjYxMTMwMDk0ODUyWhgPMjEy
    NjExMDYwOTQ4NTJaMBkxFzAVBgNVBAMMDm5vYm9keS5pbnZhbGlkMFkwEwYHKoZI
    zj0CAQYIKoZIzj0DAQcDQgAEYNOKoROUqpMeusI2Kn6uSNA9rX/s8Q1+xqJhrp5D
    2bH4D12EzV7HT2udjAkRGWCtzIhnZ9+KxZ5CaRViW9RHk6NTMFEwHQYDVR0OBBYE
    FHjg4VPcC/vECSu3FaZyTh7SMTuLMB8GA1UdIwQYMBaAFHjg4VPcC/vECSu3FaZy
    Th7SMTuLMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSAAwRQIhAIS1AZ+T
    f9lESebIK1z0h6n0DdUX0SQD82v/7Cyv4U2dAiBTJAiQVGvyuW+/l1voOWl+bj9h
    Qtjlm3jAIsgXKDcFlA==
    -----END CERTIFICATE-----

    """
}
