export const jsonType = 'application/json; charset=utf-8'

interface Init {
  status?: number
  headers?: Record<string, string>
}

/** With its length it is sent in one piece. */
export const answerText = (text: string, { status = 200, headers }: Init): Response =>
  new Response(text, { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(text)) } })

export const answerJson = (content: unknown, { status, headers }: Init = {}): Response =>
  answerText(JSON.stringify(content), { status, headers: { 'Content-Type': jsonType, ...headers } })
