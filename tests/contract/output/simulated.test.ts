import { expect, it } from 'vitest'
import { createCloudWatchLogStreams } from '../../../agent/output/cloudwatch-log-streams'
import { processRunnerRoleName } from '../../../core/roles/names'
import { buildSimulatedAws } from '../../builders/simulated-aws'
import { buildSimulatedEnvironment } from '../../builders/simulated-environment'
import { describeLogStreams } from './log-streams-contract'

async function openInstance() {
  // The SDK looks at the real time.
  const bench = await buildSimulatedAws({ servesInstances: true, startEpoch: Date.now() })
  const { aws, account, accountNumber, booter } = bench
  const { id } = await (await buildSimulatedEnvironment(bench)).launchRunning('token')
  const bootstrap = booter.agents.get(id)?.bootstrap
  return {
    aws,
    accountNumber,
    endpoint: bootstrap?.logsEndpoint ?? '',
    streams: createCloudWatchLogStreams(bootstrap),
    createGroup: (name: string) => account.logs.createGroup({ name, retentionDays: 7 }),
    read: async (stream: { group: string; stream: string }) =>
      (aws.customer.readOutput({ accountNumber, ...stream }, 100) ?? []).map(({ text }) => text),
    close: () => aws.close(),
  }
}

describeLogStreams('CloudWatch Logs of the simulated account', openInstance)

it('the simulated CloudWatch Logs refuses an instance whose role lost the right, and who has no role', async () => {
  const { aws, accountNumber, endpoint, streams, createGroup, close } = await openInstance()
  const group = '/sdo/a/b'
  await createGroup(group)
  await streams.ensure({ group, stream: 'process-1' })
  await aws.customer.changeRole(accountNumber, processRunnerRoleName, { inlinePolicies: {} })
  const lines = [{ epoch: Date.now(), text: 'unheard' }]
  await expect(streams.put({ group, stream: 'process-1' }, lines)).rejects.toThrow('logs:PutLogEvents')
  const credentials = { accessKeyId: 'ASIA', secretAccessKey: 'secret', sessionToken: 'made.up' }
  const stranger = createCloudWatchLogStreams({ logsEndpoint: endpoint, credentials })
  await expect(stranger.ensure({ group, stream: 'process-2' })).rejects.toThrow('may not write')
  await close()
})
