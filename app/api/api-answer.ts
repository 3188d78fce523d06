/** What is answered, with as much of a fetch response as anybody asks for: a whole one costs more than most calls. */
export class ApiAnswer {
  readonly status: number
  readonly headers: Headers

  constructor(
    readonly body: string,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    this.status = status
    this.headers = new Headers(headers)
  }

  static json(
    content: unknown,
    { status, headers }: { status?: number; headers?: Record<string, string> } = {},
  ): ApiAnswer {
    return new ApiAnswer(JSON.stringify(content), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    })
  }

  text = () => Promise.resolve(this.body)
  json = () => Promise.resolve(JSON.parse(this.body) as unknown)
}
