import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailbox } from '../../../app/mail/mailbox'
import { repeat } from '../../../app/services/background/repeat'
import { repeatedWork } from '../../../app/services/background/repeated-work'
import type { Dependencies } from '../../../app/services/dependencies'
import { startMailDelivery } from '../../../app/services/background/start-mail-delivery'
import { systemClock } from '../../../core/time/clock'
import { buildAccountServices } from '../../builders/accounts'
import { useAppServer } from '../../builders/app-server'
import type { Browser } from '../../builders/browser'
import { manyPlaces } from '../../builders/many-places'
import { useTestDatabase } from '../../postgres/test-database'
import { compareOrder, processorTime, sampleTimes } from './compare-times'

const database = useTestDatabase()
const comeFromElsewhere = manyPlaces()
const server = useAppServer(database, {
  trustProxy: true,
  front: (request, _response, next) => {
    comeFromElsewhere(request)
    next()
  },
})
const samples = 300
const stopping = new AbortController()

let browser: Browser
let dependencies: Dependencies
let ended: Promise<unknown>
/** Of somebody who has an account. */
const known = 'known@example.com'
const unknown = () => `${randomUUID()}@example.com`

beforeAll(async () => {
  await server.signUp(known)
  browser = await server.openBrowser()
  // The time that the server has, and pauses that really pass.
  const clock = { ...systemClock, now: () => server.clock.now() }
  dependencies = { ...buildAccountServices(database.sequelize).dependencies, clock }
})
afterAll(async () => {
  stopping.abort()
  await ended
})

const run = (statement: string, bind: unknown[] = []) => database.sequelize.query(statement, { bind })
/** Asks anew: five links in ten minutes are all that one person is sent, and the time of the server stands still. */
async function askForLink(email: string): Promise<void> {
  await run('DELETE FROM password_resets')
  const answer = await browser.call('POST', '/v1/account/forgot-password', { email })
  expect(answer.status).toBe(200)
}
/** What the process works meanwhile is what keeps answers waiting, and can be measured on a busy machine too. */
async function nextRequests(): Promise<void> {
  for (let count = 0; count < 3; count++) await browser.call('POST', '/v1/account/queryLogin')
}

describe('whoever asks for a link and measures the next answers', () => {
  it('learns nothing about who has an account while links are sent by the side', async () => {
    const { signal } = stopping
    const transport = createMailbox(() => undefined)
    ended = Promise.all([
      repeat(repeatedWork.passwordResets, { dependencies, mail: transport, signal }),
      startMailDelivery({ dependencies, databaseUrl: database.url, transport, signal }),
    ])
    const times = await sampleTimes({ known: nextRequests, unknown: nextRequests }, samples, {
      now: processorTime,
      prepare: { known: () => askForLink(known), unknown: () => askForLink(unknown()) },
    })
    expect(compareOrder(times)).toMatchObject({ isTelling: false })
    stopping.abort()
    await ended
  }, 120_000)

  it('would have learned it when links were sent right after the answer, to known addresses alone', async () => {
    const { sendPasswordResets } = buildAccountServices(database.sequelize).passwords
    let sending: Promise<unknown> = Promise.resolve()
    const times = await sampleTimes({ known: nextRequests, unknown: nextRequests }, samples, {
      now: processorTime,
      prepare: {
        async known() {
          await sending
          await run('DELETE FROM password_reset_requests')
          await askForLink(known)
          sending = sendPasswordResets()
        },
        async unknown() {
          await sending
          await askForLink(unknown())
          sending = run('SELECT 1 FROM users WHERE lower(email) = $1', [unknown()])
        },
      },
    })
    await sending
    expect(compareOrder(times)).toMatchObject({ isTelling: true })
  }, 120_000)
})
