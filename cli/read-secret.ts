import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** The first line of stdin: what is piped in, or what is typed after `question` without being shown. */
export function readSecret(question: string): Promise<string> {
  const isTyped = process.stdin.isTTY
  if (isTyped) process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTyped })
  return new Promise((resolve) => {
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => {
      if (isTyped) process.stderr.write('\n')
      resolve('')
    })
  })
}
