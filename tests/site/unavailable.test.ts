import { expect, it } from 'vitest'
import { useAppServer } from '../builders/app-server'
import { useInterruptibleDatabase } from '../builders/interruptible-database'

const database = useInterruptibleDatabase()
const { openBrowser, signUp } = useAppServer(database)

it('answers 503 while the database is away and recovers by itself', async () => {
  const ada = await signUp('ada@example.com')
  const program = await openBrowser()
  expect((await program.send('/health')).status).toBe(200)

  database.interrupt()
  for (let attempt = 0; attempt < 3; attempt++) {
    const health = await program.send('/health')
    expect(health.status).toBe(503)
    expect(health.json<{ code: string }>().code).toBe('unavailable')
    const call = await ada.call('GET', '/v1/view-controller/user')
    expect(call.status).toBe(503)
    expect(call.headers.get('retry-after')).toBe('2')
    const page = await ada.open('/portal/users')
    expect(page.status).toBe(503)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.text).toContain('SDO cannot reach its database right now.')
  }

  database.restore()
  expect((await program.send('/health')).status).toBe(200)
  expect((await ada.open('/portal/users')).text).toContain('ada@example.com')
})
