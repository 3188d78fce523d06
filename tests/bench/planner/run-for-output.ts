import { spawn } from 'node:child_process'

/** @returns what a program printed; refuses with its complaints if it failed. */
export function runForOutput(program: string, parameters: string[], cwd?: string): Promise<string> {
  const child = spawn(program, parameters, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let complaints = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(output)
      else reject(new Error(`${program} failed:\n${complaints}`))
    })
  })
}
