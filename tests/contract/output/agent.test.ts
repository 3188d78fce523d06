import { expect, it } from 'vitest'
import { buildDesiredProcess } from '../../builders/desired-process'
import { eventually } from '../../builders/eventually'
import { useAgentOnInstance } from '../agent/agent-on-instance'

const logGroup = '/sdo/Production-12345678/Shop-12345678'
const on = useAgentOnInstance()

it('what a process of the built agent prints is in its log stream, and why it is not there meanwhile is said', async () => {
  const { aws, account, accountNumber } = on.bench
  await on.agent.apply(buildDesiredProcess({ logGroup }))
  const unheard = await on.agent.processWhen('process-1', ({ outputFault }) => outputFault !== undefined)
  expect(unheard.outputFault).toBe(`There is no log group ${logGroup}.`)

  await account.logs.createGroup({ name: logGroup, retentionDays: 7 })
  const lines = await eventually(
    'lines to come in',
    async () => {
      const found = aws.customer.readOutput({ accountNumber, group: logGroup, stream: 'process-1' }, 100)
      return found && found.length > 0 && found
    },
    30_000,
  )
  expect(lines[0]?.text).toBe('Version 1 answers on port 8080.')
  await on.agent.processWhen('process-1', ({ outputFault }) => outputFault === undefined)
})
