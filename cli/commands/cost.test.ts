import { expect, it } from 'vitest'
import { environments, sdo } from '../../tests/builders/sdo-command'

const spent = (spot: number, loadBalancers: number, logs = 0) => ({
  usd: spot + loadBalancers + logs,
  lines: { spot, onDemand: 0, surplusCpu: 0, addresses: 0, disks: 0, loadBalancers, logs, notSplit: 0 },
})
const month = {
  month: '2026-11',
  leavesOut: ['traffic', 'logs'],
  spent: spent(3, 9.5),
  projected: spent(6, 19),
}
const answers = {
  ...environments,
  'GET /v1/view-controller/environment/e1/overview': {
    costPerHour: { instances: 0.01, loadBalancers: 0.02, total: 0.03 },
  },
  'GET /v1/view-controller/environment/e1/cost': { ...month, days: [], changes: [] },
  'GET /v1/view-controller/cost': month,
}

it.each([['cost', 'Production'], ['cost']])(
  'sdo %s %s prints the bill of the month by line, and what it leaves out in the line of the sum',
  async (...words) => {
    const { written } = await sdo(words, answers)
    expect(written).toMatch(/^2026-11 +USD SO FAR +USD PROJECTED$/m)
    expect(written).toMatch(/^Spot instances +\$3\.00 +\$6\.00$/m)
    expect(written).toMatch(/^Together, before traffic and logs +\$12\.50 +\$25\.00$/m)
    expect(written).not.toContain('Disks')
    const { written: json } = await sdo([...words, '--json'], answers)
    expect(JSON.parse(json)).toMatchObject({
      thisMonth: { spent: month.spent, leavesOut: ['traffic', 'logs'] },
    })
  },
)

it('sdo cost has a line of logs where they are measured, and then leaves out traffic alone', async () => {
  const unread = { ...month, leavesOut: ['traffic', 'logs', 'capacityUnits'] }
  const { written: before } = await sdo(['cost'], { ...answers, 'GET /v1/view-controller/cost': unread })
  expect(before).toContain('Together, before traffic, logs and capacity units (LCU) ')
  const measured = { ...month, leavesOut: ['traffic'], spent: spent(3, 9.5, 1), projected: spent(6, 19, 2) }
  const { written } = await sdo(['cost'], { ...answers, 'GET /v1/view-controller/cost': measured })
  expect(written).toMatch(/^Logs +\$1\.00 +\$2\.00$/m)
  expect(written).toMatch(/^Together, before traffic +\$13\.50 +\$27\.00$/m)
})
