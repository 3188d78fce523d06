import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bundleAction, bundlePath } from '../../standalone/build-action.mjs'

it('the GitHub action connects as the command line does: otherwise run `npm run action` and commit the result', async () => {
  expect(readFileSync(bundlePath, 'utf8')).toBe(await bundleAction())
})
