import { recordSecret } from '../secrets/collect'

type Json = Record<string, unknown>

const pollMs = 200

/** Calls /v1 with what one caller holds: the cookies of a person, or the token of an integration. */
export class ApiClient {
  private readonly cookies = new Map<string, string>()

  constructor(
    private readonly origin: string,
    private readonly bearer?: string,
  ) {}

  get = <Answer = Json>(path: string) => this.call<Answer>('GET', path)
  post = <Answer = Json>(path: string, body: Json = {}) => this.call<Answer>('POST', path, body)
  patch = <Answer = Json>(path: string, body: Json = {}) => this.call<Answer>('PATCH', path, body)
  delete = <Answer = Json>(path: string) => this.call<Answer>('DELETE', path)

  /** The value of a cookie that an answer has set. */
  cookie(name: string): string {
    return this.cookies.get(name) ?? ''
  }

  /** Calls until the answer is as wanted. @throws after `withinMs`, with the last answer */
  async until<Answer>(
    path: string,
    isWanted: (answer: Answer) => boolean,
    withinMs = 60_000,
  ): Promise<Answer> {
    const deadline = Date.now() + withinMs
    for (;;) {
      const answer = await this.get<Answer>(path)
      if (isWanted(answer)) return answer
      if (Date.now() > deadline) throw new Error(`${path} still answers ${JSON.stringify(answer)}`)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  /** Any answer, with its status and headers. */
  async send(
    method: string,
    path: string,
    body?: Json,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; headers: Headers; body: unknown }> {
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
        ...(this.bearer && { authorization: `Bearer ${this.bearer}` }),
        ...(this.cookies.size > 0 && { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(this.cookies.has('XSRF-TOKEN') && {
          'x-xsrf-token': decodeURIComponent(this.cookie('XSRF-TOKEN')),
        }),
      },
      body: body && JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      this.cookies.set(name, value)
      recordSecret(`cookie ${name}`, value)
    }
    const text = await response.text()
    const json = text === '' ? undefined : (JSON.parse(text) as unknown)
    return { status: response.status, headers: response.headers, body: json }
  }

  private async call<Answer>(method: string, path: string, body?: Json): Promise<Answer> {
    const answer = await this.send(method, path, body)
    if (answer.status !== 200)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body as Answer
  }
}
