import { it } from 'vitest'
import { createCloudWatchLogStreams } from '../../../agent/output/cloudwatch-log-streams'
import { enterAccount } from '../../moto/install-stack'
import { openMotoCloud } from '../../moto/moto-cloud'
import { motoPython } from '../../moto/moto-python'
import { readLines } from '../../moto/read-logs'
import { describeLogStreams } from './log-streams-contract'

const missing = motoPython.missing()

if (missing === undefined) describeLogStreams('AWS, on moto', openMoto, { ignoresPolicies: true })
else if (process.env.SDO_REQUIRE_ALL_SUITES === '1')
  it('log streams: AWS, on moto', () => {
    throw new Error(missing)
  })
else it.skip(`log streams: AWS, on moto. ${missing}`)

async function openMoto() {
  const { cloud, endpoint, newAccount, close } = await openMotoCloud()
  const access = await newAccount()
  const credentials = await enterAccount(endpoint, access.accountNumber)
  return {
    streams: createCloudWatchLogStreams({ logsEndpoint: endpoint, credentials }),
    createGroup: (name: string) => cloud.account(access).logs.createGroup({ name, retentionDays: 7 }),
    read: (stream: { group: string; stream: string }) => readLines(endpoint, access.accountNumber, stream),
    close,
  }
}
