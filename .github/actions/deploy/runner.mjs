// What the runner takes: lines that begin with `::` are commands, outputs and the summary are files.
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'

/** Keeps a secret out of the log of the whole job. */
export function mask(secret) {
  command('add-mask', secret)
}

export function command(name, text) {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  console.log(`::${name}::${escaped}`)
}

/** On one line that begins with a word, so that nothing in it is taken for a command. */
export function say(text) {
  console.log(`SDO: ${text.replaceAll(/\s+/g, ' ')}`)
}

export function setOutput(name, value) {
  const end = randomUUID()
  if (process.env.GITHUB_OUTPUT)
    appendFileSync(process.env.GITHUB_OUTPUT, `${name}<<${end}\n${value}\n${end}\n`)
}

/** Shows `markdown` on the page of the job. */
export function addSummary(markdown) {
  if (process.env.GITHUB_STEP_SUMMARY) appendFileSync(process.env.GITHUB_STEP_SUMMARY, `${markdown}\n`)
}
