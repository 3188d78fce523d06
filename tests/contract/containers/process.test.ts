import { join, dirname } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { createProcessRuntime } from '../../../agent/containers/process'
import type { ContainerRuntime } from '../../../agent/containers/runtime'
import { silentLogger } from '../../../core/logging/logger'
import { buildAgent, type BuiltAgent } from '../agent/built-agent'
import { describeRuntime } from './runtime-contract'

let built: BuiltAgent
let runtime: ContainerRuntime
beforeAll(async () => {
  built = await buildAgent()
  const samplePath = join(dirname(built.agentPath), 'samples/sample.js')
  runtime = createProcessRuntime({ samplePath, log: silentLogger })
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
