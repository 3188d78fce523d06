import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { nodeBinary } from '../../../standalone/node-binary.mjs'

it("production's Node starts at every moment, also while another build unpacks it", async () => {
  const node = nodeBinary()
  const module = pathToFileURL(resolve('standalone/node-binary.mjs')).href
  const program = `import(${JSON.stringify(module)}).then(({ nodeBinary }) => nodeBinary())`
  const unpacking = spawn(process.execPath, ['-e', program], { stdio: 'inherit' })
  let ended: number | undefined
  void once(unpacking, 'exit').then(([code]) => (ended = code as number))
  const refused: unknown[] = []
  while (ended === undefined) {
    const { status, error } = spawnSync(node, ['--version'])
    if (status !== 0) refused.push(error ?? status)
    await setImmediate()
  }
  expect([ended, refused]).toEqual([0, []])
}, 60_000)
