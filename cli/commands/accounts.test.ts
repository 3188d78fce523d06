import { expect, it } from 'vitest'
import { sdo } from '../../tests/builders/sdo-command'

const accounts = {
  'GET /v1/view-controller/aws-account': {
    awsAccount: [{ id: 'a1', name: 'Main', accountNumber: '111122223333', statusType: 'SUCCESS' }],
  },
  'GET /v1/view-controller/aws-account/a1/roles': {
    name: 'Main',
    status: 'SUCCESS',
    statusMessage: 'The account is ready.',
    checkedEpoch: 0,
    checks: [
      { name: 'Zones', outcome: 'good', found: '3 of 3 zones.' },
      { name: 'VPCs', outcome: 'attention', found: '5 of 5 VPCs are in use.', remedy: 'Ask AWS for more.' },
    ],
  },
}

it('accounts lists them', async () => {
  const { written } = await sdo(['accounts'], accounts)
  expect(written).toMatch(/^Main +111122223333 +SUCCESS +a1$/m)
})

it('accounts shows what one is ready for, with the remedies', async () => {
  const { exitCode, written } = await sdo(['accounts', 'main'], accounts)
  expect(exitCode).toBe(0)
  expect(written).toContain('Zones: ok. 3 of 3 zones.')
  expect(written).toContain('VPCs: needs attention. 5 of 5 VPCs are in use.\n  Ask AWS for more.')
})
