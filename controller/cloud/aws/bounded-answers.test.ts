import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { writeSlowlyWithoutEnd, writeWithoutEnd } from '../../../tests/builders/endless'
import { assumedRole, cloudAt } from '../../../tests/builders/fake-aws'
import { everyItem } from './bounded-answers'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

/** An account whose EC2 answers as told; assuming the role succeeds. */
async function accountWhere(ec2: RequestListener, answerMilliseconds?: number) {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () =>
      body.includes('Action=AssumeRole')
        ? response.end(assumedRole(new Date(Date.now() + 3_600_000)).body)
        : ec2(request, response),
    )
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return cloudAt({ endpoint }, { answerMilliseconds }).account({
    accountNumber: '111122223333',
    externalId: 'ext-1',
  })
}

describe('an answer of AWS', () => {
  it.each([200, 400, 403])('is given up when it does not end: %i', async (status) => {
    const written: Promise<number>[] = []
    const account = await accountWhere((_request, response) => {
      response.writeHead(status)
      written.push(writeWithoutEnd(response))
    })
    await expect(account.instances.list({})).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'AWS could not be reached or could not answer (AnswerTooLarge).',
    })
    for (const bytes of await Promise.all(written)) expect(bytes).toBeLessThan(64 * 1024 * 1024)
  })

  it('is given up when it comes too slowly', async () => {
    const gone: Promise<void>[] = []
    const account = await accountWhere(
      (_request, response) => void gone.push(writeSlowlyWithoutEnd(response)),
      100,
    )
    await expect(account.instances.list({})).rejects.toMatchObject({ kind: 'unavailable' })
    await Promise.all(gone)
  })

  it('is given up when it does not begin', async () => {
    const account = await accountWhere(() => undefined, 100)
    await expect(account.instances.list({})).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('is given up when its pages do not end', async () => {
    let pages = 0
    const account = await accountWhere((_request, response) => {
      const token = `<nextToken>${pages++}</nextToken>`
      response.end(`<DescribeInstancesResponse><reservationSet/>${token}</DescribeInstancesResponse>`)
    })
    await expect(account.instances.list({})).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'AWS answered with more than 100 pages.',
    })
    expect(pages).toBeLessThan(110)
  })

  it.each(['<not-xml', '{"json": true}', ''])(
    'means that nobody knows when it is a success that cannot be read: %j',
    async (body) => {
      const account = await accountWhere((_request, response) => void response.end(body))
      const outcome = await account.network
        .createVpc({ cidr: '10.0.0.0/16', tags: {} })
        .catch((error: unknown) => error)
      expect(outcome).toMatchObject({ kind: 'unavailable' })
    },
  )

  it('is never read page by page without a bound', async () => {
    const sources = readdirSync('controller/cloud/aws').filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'bounded-answers.ts',
    )
    const unbounded = sources.filter((file) =>
      /for await|\.next\(|fromAsync|yield\*/.test(readFileSync(`controller/cloud/aws/${file}`, 'utf8')),
    )
    expect(sources).not.toEqual([])
    expect(unbounded).toEqual([])
    const pages = async function* () {
      yield* [[1], undefined, [2, 3]]
    }
    expect(await everyItem(pages(), (page) => page)).toEqual([1, 2, 3])
  })
})
