import { randomInt } from 'node:crypto'
import { buildSimulatedAws, buildTemplate } from '../../builders/simulated-aws'
import { trustPolicy } from '../../builders/trust-policy'
import { describeCloudContract } from './cloud-contract'

const sides = [
  ['the simulated account', { timings: { visibilityLagMs: 3000 } }],
  // The suite uses what it makes at once, which AWS lets one do as a rule, and no time passes between its calls.
  [
    'the simulated account as AWS’s are',
    {
      profile: 'real',
      timings: {
        isUnusableUntilVisible: false,
        longAbsence: undefined,
        roleLagMs: 0,
        tagLagMs: 0,
        staleStateMs: 0,
      },
      rates: [],
    },
  ],
] as const

for (const [name, options] of sides)
  describeCloudContract(name, async () => {
    const { aws, clock } = await buildSimulatedAws(options)
    return {
      cloud: aws,
      async newAccount({ isEnvironmentHolder } = { isEnvironmentHolder: true }) {
        const accountNumber = String(randomInt(1e11, 2e11)).padStart(12, '2')
        const externalId = `external-${accountNumber}`
        await aws.customer.installStack(
          accountNumber,
          buildTemplate(accountNumber, externalId, isEnvironmentHolder, true),
        )
        return { accountNumber, externalId }
      },
      createRole: (accountNumber, { name, trusted, tags }) =>
        aws.customer.changeRole(accountNumber, name, { assumePolicy: trustPolicy(trusted), tags }),
      createHostedZone: async (accountNumber, zone) =>
        (await aws.customer.createHostedZone(accountNumber, zone)).id,
      putRecord: (accountNumber, record) => aws.customer.putRecord(accountNumber, record),
      async createVpc(accountNumber, { cidr, otherCidr }) {
        const id = await aws.customer.createVpc(accountNumber, { cidr })
        if (otherCidr) await aws.customer.addVpcRange(accountNumber, id, otherCidr)
        return id
      },
      retentionOf: async (accountNumber, group) =>
        aws.getAccount(accountNumber)?.logGroups.find(({ name }) => name === group)?.retentionDays,
      putLines: (accountNumber, stream, lines) => aws.customer.putLines({ accountNumber, ...stream }, lines),
      consumeCapacity: (accountNumber, consumed) => aws.consumeCapacity(accountNumber, consumed),
      serveRequests: (accountNumber, served) => aws.serveRequests(accountNumber, served),
      async eventually(what, condition) {
        for (let seconds = 0; seconds < 900; seconds++) {
          const outcome = await condition()
          if (outcome) return outcome
          await clock.advance(1000)
        }
        throw new Error(`${what} did not come true`)
      },
      close: () => aws.close(),
    }
  })
