import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogStreams } from '../../../agent/output/log-streams'
import { processRunnerRoleName } from '../../../core/roles/names'

/** What the suite needs to know of one side of the port. */
export interface LogStreamsHarness {
  /** As an instance with the process-runner role has them. */
  streams: LogStreams
  /** Makes a log group in the account of the instance, as the controller does. */
  createGroup(name: string): Promise<void>
  /** What is in a stream, as the owner of the account sees it. */
  read(stream: { group: string; stream: string }): Promise<string[]>
  close(): Promise<void>
}

interface LogStreamsKindness {
  /** Lets anybody write anywhere. */
  ignoresPolicies?: boolean
}

const group = '/sdo/Production-12345678/Shop-12345678'

/** What both sides of the port promise to the agent. */
export function describeLogStreams(
  side: string,
  open: () => Promise<LogStreamsHarness>,
  { ignoresPolicies = false }: LogStreamsKindness = {},
): void {
  describe(`log streams: ${side}`, () => {
    let harness: LogStreamsHarness
    beforeAll(async () => {
      harness = await open()
      await harness.createGroup(group)
    })
    afterAll(() => harness?.close())

    it('are made once, however often they are asked for, and get what is put into them', async () => {
      const { streams, read } = harness
      const stream = { group, stream: 'process-1' }
      for (let time = 0; time < 2; time++) await streams.ensure(stream)
      await streams.put(stream, [
        { epoch: Date.now(), text: 'listening on 8080' },
        { epoch: Date.now(), text: '' },
      ])
      await streams.ensure(stream)
      await streams.put(stream, [{ epoch: Date.now(), text: 'a line with ümlauts' }])
      expect(await read(stream)).toEqual(['listening on 8080', ' ', 'a line with ümlauts'])
      expect(await read({ group, stream: 'process-2' })).toEqual([])
    })

    it('say which group is not there', async () => {
      const missing = { group: '/sdo/missing/group', stream: 'process-1' }
      const words = 'There is no log group /sdo/missing/group.'
      await expect(harness.streams.ensure(missing)).rejects.toThrow(words)
      await expect(harness.streams.put(missing, [{ epoch: Date.now(), text: 'x' }])).rejects.toThrow(words)
    })

    if (ignoresPolicies) return

    it('are out of reach elsewhere, and the refusal says what the role needs', async () => {
      const theirs = { group: '/aws/lambda/theirs', stream: 'process-1' }
      const refusal = await harness.streams.ensure(theirs).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ name: 'LogStreamError' })
      for (const word of [processRunnerRoleName, '/aws/lambda/theirs', 'logs:CreateLogStream'])
        expect((refusal as Error).message).toContain(word)
    })
  })
}
