import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

interface Typing {
  /** Whether what is typed is not shown. */
  isHidden: boolean
}

/** The first line of stdin: what is piped in, or what is typed after `question`. */
export function readLine(question: string, { isHidden }: Typing): Promise<string> {
  const isTyped = process.stdin.isTTY
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({
    input: process.stdin,
    output: isHidden ? nowhere : process.stderr,
    terminal: isTyped,
    prompt: question,
  })
  if (isTyped && isHidden) process.stderr.write(question)
  else if (isTyped) lines.prompt()
  return new Promise((resolve) => {
    lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
    })
    lines.once('close', () => {
      if (isTyped && isHidden) process.stderr.write('\n')
      resolve('')
    })
  })
}
