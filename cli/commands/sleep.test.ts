import { expect, it } from 'vitest'
import { environment, sdo } from '../../tests/builders/sdo-command'

const list = { 'GET /v1/view-controller/environment': { environments: [environment] } }

it('sdo sleep and sdo wake call for it, and say what follows', async () => {
  const asleep = await sdo(['sleep', 'Production'], {
    ...list,
    'POST /v1/environment/e1/sleep': { result: 'SUCCESS' },
  })
  expect(asleep.written).toBe(
    'Production is falling asleep. A schedule, sdo wake or a deployment wakes it.\n',
  )
  const awake = await sdo(['wake', 'Production', '--json'], {
    ...list,
    'POST /v1/environment/e1/wake': { result: 'SUCCESS' },
  })
  expect(JSON.parse(awake.written)).toEqual({ id: 'e1', name: 'Production', isAsleep: false })
})
