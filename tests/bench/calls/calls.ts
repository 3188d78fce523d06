import { freshMilliseconds } from '../../../controller/cloud/aws/offerings'
import { readEnvironmentsIn } from '../../../controller/external/aws-account/environments-in'
import { createAwsAccountReconciler } from '../../../controller/external/aws-account/reconcile-aws-account'
import { silentLogger } from '../../../core/logging/logger'
import { buildEnvironmentBench } from '../../builders/environment-bench'
import { buildApplicationSpec } from '../../builders/environment-parts'

/**
 * `npm run bench calls`: how many calls of AWS an environment makes in a month in which nothing happens, alone in its account. It is counted over
 * some hours of virtual time in the simulated account, each with the number of requests that it is in AWS. What a trail of CloudTrail counts as an
 * event of data, receiving and deleting messages, is left out.
 */
const goalPerMonth = 100_000
const idleHours = 6
const hoursOfMonth = 730
/** After so long without an event, nothing is looked at more seldom any more: that is the account. */
const quietHours = 4

/** Requests of one call, where they are more than one: tags are another one, and what is ensured is read first. */
const requestsOf: Record<string, number> = {
  'elasticloadbalancing:DescribeLoadBalancers': 2,
  'elasticloadbalancing:DescribeTargetGroups': 2,
  // Types, where they are offered, and some pages of Spot prices.
  'ec2:DescribeInstanceTypes': 5,
  // Gateway, route table and subnets are read.
  'ec2:AttachInternetGateway': 3,
  'ec2:CreateRoute': 0,
  // Address and policy of the queue, the rule and its target are read.
  'sqs:CreateQueue': 4,
  // A role, its lists of policies, and each policy.
  'iam:GetRole': 6,
}
const ofData = ['sqs:ReceiveMessage', 'sqs:DeleteMessage']

const bench = await buildEnvironmentBench()
const { aws, clock, store } = bench
const reconcileAccount = createAwsAccountReconciler({
  store,
  environmentsIn: readEnvironmentsIn(store),
  cloud: aws,
  clock,
  platformAccountNumber: '999999999999',
  log: silentLogger,
  leftovers: { whichWereDeleted: async () => [], count: () => undefined },
})
await bench.runUntilPhase(await bench.deploy(buildApplicationSpec('web', { count: 2 })), 'Live')
await bench.runUntilReady()
for (const { metadata, spec } of await store.list('AwsAccount'))
  await store.apply('AwsAccount', {
    name: metadata.name,
    labels: metadata.labels ?? {},
    spec: { ...spec, verifyRequest: spec.verifyRequest + 1 },
  })
await run(quietHours)
const counts = new Map<string, number>()
let typesAskedEpoch = 0
aws.faults.onCall('*', (action) => {
  if (action === 'ec2:DescribeInstanceTypes') {
    // The client of AWS remembers them.
    if (clock.now() - typesAskedEpoch < freshMilliseconds) return
    typesAskedEpoch = clock.now()
  }
  counts.set(action, (counts.get(action) ?? 0) + (requestsOf[action] ?? 1))
})
await run(idleHours)

const perMonth = (count: number) => Math.round((count / idleHours) * hoursOfMonth)
const counted = [...counts]
  .filter(([action, count]) => !ofData.includes(action) && count > 0)
  .sort(([, a], [, b]) => b - a)
for (const [action, count] of counted)
  console.log(`  ${action.padEnd(48)} ${perMonth(count).toLocaleString('en').padStart(9)}`)
const total = perMonth(counted.reduce((sum, [, count]) => sum + count, 0))
const isReached = total < goalPerMonth
console.log(`\n  all calls of an idle environment in a month ${total.toLocaleString('en')}`)
console.log(`Goal: under ${goalPerMonth.toLocaleString('en')} calls: ${isReached ? 'reached' : 'MISSED'}.`)
process.exit(isReached ? 0 : 1)

/** Hours in which nothing happens, for the environment and its account. */
async function run(hours: number): Promise<void> {
  const accounts = (await store.list('AwsAccount')).map(({ metadata }) => metadata.name)
  for (let second = 0; second < hours * 3600; second += 300) {
    for (const account of accounts) await reconcileAccount(account)
    await bench.runFor(300)
  }
}
