import { join, dirname } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createProcessRuntime } from '../../../agent/containers/process'
import type { ContainerRuntime } from '../../../agent/containers/runtime'
import { createLineSenders } from '../../../agent/output/line-sender'
import { silentLogger } from '../../../core/logging/logger'
import { systemClock } from '../../../core/time/clock'
import { FakeLogStreams } from '../../builders/fake-log-streams'
import { buildAgent, type BuiltAgent } from '../agent/built-agent'
import { describeRuntime } from './runtime-contract'

let built: BuiltAgent
let runtime: ContainerRuntime
beforeAll(async () => {
  built = await buildAgent()
  const samplePath = join(dirname(built.agentPath), 'samples/sample.js')
  const openLineSender = createLineSenders(new FakeLogStreams(), systemClock)
  runtime = createProcessRuntime({ samplePath, openLineSender, log: silentLogger })
})
afterAll(() => built.remove())

describeRuntime('sample programs', {
  runtime: () => runtime,
  serving: { image: 'sdo/sample', tag: '1' },
  crashing: { image: 'sdo/sample', tag: 'crash' },
  printed: 'This version crashes on purpose.',
  missing: [
    [{ image: 'sdo/nothing', tag: '1' }, /only the bundled image/],
    [{ image: 'sdo/sample', tag: 'nonsense' }, /has the tags/],
  ],
})
