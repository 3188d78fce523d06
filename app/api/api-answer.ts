export const jsonType = 'application/json; charset=utf-8'

/** What is answered, with as much of a fetch response as anybody asks for: a whole one costs more than most calls. */
export class ApiAnswer {
  readonly status: number
  readonly headerFields: Record<string, string>

  constructor(
    /** Text, in UTF-8. */
    readonly body: string,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    this.status = status
    this.headerFields = headers
  }

  static json(
    content: unknown,
    { status, headers }: { status?: number; headers?: Record<string, string> } = {},
  ): ApiAnswer {
    return new ApiAnswer(JSON.stringify(content), {
      status,
      headers: { 'Content-Type': jsonType, ...headers },
    })
  }

  get headers(): Headers {
    return new Headers(this.headerFields)
  }

  text = () => Promise.resolve(this.body)
  json = () => Promise.resolve(JSON.parse(this.body) as unknown)
}
