const jsonType = 'application/json; charset=utf-8'

interface Init {
  status?: number
  headers?: Record<string, string>
}

/** With its length it is sent in one piece. */
const answerText = (text: string, { status = 200, headers }: Init): Response =>
  new Response(text, { status, headers: { ...headers, 'Content-Length': String(Buffer.byteLength(text)) } })

export const answerJson = (content: unknown, { status, headers }: Init = {}): Response =>
  answerText(JSON.stringify(content), { status, headers: { 'Content-Type': jsonType, ...headers } })

/** Has the answer saved as `name` instead of shown. */
export const fileHeaders = (name: string, mediaType = jsonType) => ({
  'Content-Type': mediaType,
  'Content-Disposition': `attachment; filename="${name}"`,
})

/** A file: text as it is, anything else as JSON to read, indented by one blank: the role template has to stay under a limit of AWS. */
export const answerFile = (content: unknown, name: string, mediaType?: string): Response =>
  answerText(typeof content === 'string' ? content : `${JSON.stringify(content, null, 1)}\n`, {
    headers: fileHeaders(name, mediaType),
  })
