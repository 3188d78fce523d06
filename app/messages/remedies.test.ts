import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeOwnApi } from '../api/table'
import { createDocs } from '../content/docs'
import { listRefusals } from '../../tests/architecture/list-refusals'
import { deploymentLines } from '../../core/environment-log/deployment-lines'
import { environmentLines } from '../../core/environment-log/lines'
import { processLines } from '../../core/environment-log/process-lines'
import { usualQuotas } from '../services/quotas/quotas'
import { messages } from './messages'
import { remedies, remedyOf } from './remedies'

const docs = createDocs('app/content/docs', usualQuotas, describeOwnApi).pages()
const own = 'app/messages/remedies.ts'

/** Everything that may tell people something. */
const sources = ['app', 'controller', 'agent', 'core']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))))
  .filter((file) => file !== own && /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))

/** Whatever is filled in. */
const anything = new Proxy({}, { get: () => ['…'] })
/** Lines of logs that tell of trouble, and do not lead to the documentation. */
const lines = environmentLines
  .filter(({ severity, docs, tellsCause }) => severity === 'ERROR' && !docs && !tellsCause)
  .map(({ text }) => text(anything as never))

const refusals = [...listRefusals(), ...lines]

/** A sentence that begins with what to do, and a rule of what is taken. */
const asks =
  /(?:^|[.,;:] +)(?:add|apply|ask|begin|choose|close|compare|confirm|declare|decline|delete|describe|end|enter|give|go|have|keep|link|log|pause|please|press|put|refresh|reload|remove|retry|run|select|send|start|take|tick|try|type|unlink|update|wait|write)\b/i
const rules = /\b(?:must|can ?not be|at most|required|only once|needs)\b/

/** Everything else that people are told: there is nothing to do about it, or it is clear from where it stands. */
const plain = [
  // A part of a sentence that has its remedy.
  'Its issuer … is none of those that are taken here.',
  'It is not a JSON Web Token.',
  'It has no ….',
  'This is not valid JSON.',
  'The source is a whole address that begins with https://, without a login in it.',

  // At the field, or the button, that it is about.
  'The current password you entered was incorrect.',
  'You can not create a new account without accepting the terms of service.',
  'The two passwords are not the same.',
  'The email … is not valid',
  'An integration user with this name already exists.',
  'Another environment with the same name already exists in this account.',
  'Another application with the same name already exists in this account.',
  'The environment runs this already, or is about to.',
  'This action is not known.',
  '… is not deployed to …, or its removal is queued already.',
  '… is being deleted.',
  'The hosted zone is being deleted.',

  // Said, and no refusal.
  'An invitation was sent to …. Its link works for 7 days.',
  'If an account exists for this e-mail, a link to set a new password was sent to it.',
  'You logged in with a recovery code. …',
  'Its deployment to … ….',

  'Deployment …: last output of the process:\n…',

  // Nothing is there, or nothing can be read of what was sent.
  'The login was refused in the browser.',
  'This page could not be found.',
  'It could not be found.',
  '… could not be found.',
  'The address of this request could not be understood.',
  '… is not answered here.',
  'The request is larger than 1 MB.',
  'The request could not be understood.',

  // Failures of ours, with the request to ask about; and what AWS says about one in its own words.
  'There was a problem contacting the server',
  'There was a server error when trying to set the name',
  'AWS refused a request. …',

  // What SDO puts right by itself.
  'The certificate for … is gone from the account. SDO requests a new one.',
  'The listeners for port … were changed manually. SDO restored them.',
  'The name … was changed manually. SDO restores it.',
  'The … for port … is gone from the account. SDO creates a new one.',
  'The … … is gone from the account. SDO creates a new one.',
  'The connection … with … is gone. SDO requests a new one.',
  'The target group for port … is gone. SDO creates a new one.',
  '… did not start. Its processes are replaced.',
  '… no longer answers. Its processes are replaced.',
  '… is gone. Its processes are replaced.',
]

const saysWhatToDo = (text: string) => asks.test(text) || rules.test(text)
const leadsOn = (text: string) => remedyOf(text) !== undefined

describe('what people are told', () => {
  it('leads to the documentation, or says itself what to do', () => {
    expect(refusals.length).toBeGreaterThan(250)
    const others = refusals.filter((text) => !leadsOn(text) && !saysWhatToDo(text))
    expect(others.sort()).toEqual([...plain].sort())
  })
})

function expectDocs(path: string): void {
  const [page, anchor] = path.split('#')
  const headings = docs.find((each) => each.path === page)?.headings.map(({ id }) => id)
  expect(headings).toBeDefined()
  if (anchor !== undefined) expect(headings).toContain(anchor)
}

describe('what the documentation says about messages', () => {
  it.each(remedies)('"%s" is said, and %s is there', (words, path) => {
    expect(sources.some((source) => source.includes(words))).toBe(true)
    expectDocs(path)
  })

  it.each(environmentLines.flatMap(({ code, docs: path }) => (path ? [[code, path] as const] : [])))(
    'is there for the line %s: %s',
    (_, path) => {
      expectDocs(path)
    },
  )

  it('is found for a line of a log by its code, whatever a customer printed', () => {
    const { printed, failed } = deploymentLines
    const output = [
      'Server listening on port 8080',
      'The index range overlaps another. It ran out of memory.',
    ]
    expect(remedyOf(printed.text({ number: 3, output }), printed.code)).toBeUndefined()
    const { programKilled } = processLines
    const killed = programKilled.text({ name: 'range overlaps', memoryMb: 300 })
    expect(remedyOf(killed, programKilled.code)).toBe('/docs/applications#size')
    const message = 'Process web could not be pulled.'
    expect(remedyOf(failed.text({ number: 3, message }), failed.code)).toBe('/docs/aws-ecr#when-a-pull-fails')
    expect(remedyOf('There is no certificate for *.example.com.', 'of.another-release')).toBe(
      '/docs/external-resources#https',
    )
  })

  it('is found by a message, and not for others', () => {
    expect(remedyOf(messages.processInUse)).toBe('/docs/applications#delete-an-application')
    expect(remedyOf('SDO cannot use its role for Production.')).toBe(
      '/docs/external-resources#status-of-an-account',
    )
    expect(remedyOf(messages.callFailed)).toBeUndefined()
  })

  it('leaves no entry in the shade of one before it', () => {
    for (const [words, path] of remedies) expect(remedyOf(words)).toBe(path)
  })
})
