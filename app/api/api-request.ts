/** What a call of /v1 needs of its request; a fetch `Request` is one, but knows fewer methods than HTTP. */
export interface ApiRequest {
  method: string
  /** With scheme and host. */
  url: string | URL
  headers: { get(name: string): string | null }
  text(): Promise<string>
}
