import { freshMilliseconds } from '../../../controller/cloud/aws/offerings'
import { readEnvironmentsIn } from '../../../controller/external/aws-account/environments-in'
import { createAwsAccountReconciler } from '../../../controller/external/aws-account/reconcile-aws-account'
import { silentLogger } from '../../../core/logging/logger'
import { buildEnvironmentsOfOneAccount } from '../../builders/environments-of-one-account'

/**
 * `npm run bench calls`: how many calls of AWS an environment makes in a month in which nothing happens: alone in its account, and as one of five. It is counted over
 * some hours of virtual time in the simulated account, each with the number of requests that it is in AWS. What a trail of CloudTrail counts as an
 * event of data, receiving and deleting messages, is left out.
 */
const goalAlone = 100_000
const goalOfFive = 60_000
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

const sizes = [1, 5]
for (const size of sizes) {
  const perMonth = await countCalls(size)
  const total = Math.round(perMonth.reduce((sum, [, count]) => sum + count, 0) / size)
  console.log(`  calls in a month for each of ${size} in an account ${total.toLocaleString('en')}`)
  for (const [action, count] of perMonth)
    console.log(
      `    ${action.padEnd(48)} ${Math.round(count / size)
        .toLocaleString('en')
        .padStart(9)}`,
    )
  const goal = size === 1 ? goalAlone : goalOfFive
  if (total >= goal) process.exitCode = 1
  console.log(`  Goal: under ${goal.toLocaleString('en')} calls: ${total < goal ? 'reached' : 'MISSED'}.\n`)
}

/** Calls of all of so many environments in one account and a month in which nothing happens, and of the account, most first. */
async function countCalls(size: number): Promise<[action: string, perMonth: number][]> {
  const { aws, clock, store, runFor, areReady } = await buildEnvironmentsOfOneAccount(size)
  const reconcileAccount = createAwsAccountReconciler({
    store,
    environmentsIn: readEnvironmentsIn(store),
    cloud: aws,
    clock,
    platformAccountNumber: '999999999999',
    log: silentLogger,
    leftovers: { whichWereDeleted: async () => [], count: () => undefined },
  })
  const runHours = async (hours: number) => {
    const accounts = (await store.list('AwsAccount')).map(({ metadata }) => metadata.name)
    for (let second = 0; second < hours * 3600; second += 300) {
      for (const account of accounts) await reconcileAccount(account)
      await runFor(300)
    }
  }
  for (const { metadata, spec: account } of await store.list('AwsAccount'))
    await store.apply('AwsAccount', {
      name: metadata.name,
      labels: metadata.labels ?? {},
      spec: { ...account, verifyRequest: account.verifyRequest + 1 },
    })
  await runHours(quietHours)
  if (!(await areReady())) throw new Error(`Not all of ${size} environments are ready.`)
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
  await runHours(idleHours)
  return [...counts]
    .filter(([action, count]) => !ofData.includes(action) && count > 0)
    .map(([action, count]): [string, number] => [action, (count / idleHours) * hoursOfMonth])
    .sort(([, a], [, b]) => b - a)
}
