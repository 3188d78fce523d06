import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DomainError } from '../../../core/errors'
import { feeShare, freeTrialDays } from '../../services/pricing/charges'
import { hoursPerMonth, instanceDiskGib, instanceOverhead } from '../../../core/catalogue/figures'
import { charges as awsCharges, loadBalancerWithAddressesPerHour } from '../../../core/charges/charges'
import { PublicPage, PublicSection } from '../../components/public-page'
import { publicTitle } from '../../components/title'
import type { PageHandle } from '../../http/pages/page-handle'
import { loadPage, type Page } from '../../http/pages/page'
import { toRowFields } from '../../http/pages/row-fields'
import { readCostQuestion, type CostQuestion } from './read-cost-question'
import type { FormFailure } from '../../http/forms/submitted-form'
import { Calculator } from './calculator'
import { CostTable } from './cost-table'

export const handle = { access: 'public', hasFooter: true, isStatic: true } as const satisfies PageHandle

export const meta = () =>
  publicTitle(
    'Pricing',
    'What SDO costs, how it saves with Spot instances, and a calculator for your applications.',
  )

export const loader = (args: LoaderFunctionArgs) =>
  loadPage(handle, args, async ({ services, request }) => {
    const question = readCostQuestion(request.url)
    const [examples, answer] = await Promise.all([
      services.pricing.listCostExamples(),
      question && findAnswer(services, question),
    ])
    const { applications, spotDiscount, loadBalancers } = question ?? {}
    return json(
      { ...examples, asked: { applications, spotDiscount, loadBalancers }, answer },
      answer?.failure ? 400 : 200,
    )
  })

/** The charges that were asked for, or why there are none. */
async function findAnswer({ pricing }: Page<'public'>['services'], { values, ...input }: CostQuestion) {
  try {
    return { charges: await pricing.estimateCharges(input) }
  } catch (refusal) {
    if (!(refusal instanceof DomainError) || refusal.code !== 'invalid') throw refusal
    const { message, fields = {} } = refusal
    const failure: FormFailure = {
      form: 'estimate',
      subject: '',
      message,
      fields: toRowFields(fields, values),
      values,
    }
    return { failure }
  }
}

const listClass = 'max-w-[44rem] list-disc space-y-2 pl-5'

export default function Pricing() {
  const { examples, pricesAsOf, spotDiscount, asked, answer } = useLoaderData<typeof loader>()
  const typed = asked.applications?.filter((row) => Object.values(row).some((text) => text.trim() !== ''))
  const rows = typed?.length
    ? typed.map(({ cpuCount, memoryMb, numProcesses }) => [cpuCount, memoryMb, numProcesses])
    : examples[0]?.applications.map(({ cpu, memoryMb, count }) => [cpu, memoryMb, count].map(String))
  return (
    <PublicPage
      title="Pricing"
      lead="SDO is currently free. AWS bills you for what runs in your account, and SDO keeps that bill small."
    >
      <PublicSection heading="What is charged">
        <ul className={listClass}>
          <li>Today: nothing.</li>
          <li>
            Once charges take effect: {feeShare * 100}% of the unadjusted on-demand hourly rate of the compute
            instances that SDO launches, whether they run on-demand or on Spot.
          </li>
          <li>Your first {freeTrialDays} days after charges take effect are a free trial.</li>
          <li>
            AWS bills you directly for instances, load balancers, storage and traffic, as it always does.
          </li>
        </ul>
      </PublicSection>

      <PublicSection heading="Spot, without the surprises">
        <p className="max-w-[44rem]">
          AWS sells spare capacity as Spot instances for much less than on-demand, and reclaims it with a
          warning of about two minutes. You choose how much of each environment may run on Spot, from all to
          none. SDO does the rest.
        </p>
        <ul className={listClass}>
          <li>
            <strong>Proactive replacement.</strong> At the warning SDO launches a replacement at once, on
            other capacity.
          </li>
          <li>
            <strong>Graceful transition.</strong> New processes take traffic when they are healthy. The old
            ones get no new requests, and are asked to finish.
          </li>
          <li>
            <strong>Migrating back when capacity returns.</strong> Where Spot is sold out, processes run
            on-demand, and move back when it can be had again.
          </li>
        </ul>
      </PublicSection>

      <PublicSection id="examples" heading="Two examples">
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
          {examples.map(({ name, applications, charges, fargatePerHour }) => (
            <div key={name} className="min-w-0 space-y-3">
              <h3 className="text-lg font-semibold">{name}</h3>
              <ul className="list-disc pl-5">
                {applications.map(({ name, cpu, memoryMb, count }) => (
                  <li key={name}>
                    {name}: {count} × {cpu} CPU, {memoryMb} MB
                  </li>
                ))}
              </ul>
              <CostTable
                caption={`${name}: what it costs`}
                charges={charges}
                fargatePerHour={fargatePerHour}
                spotDiscount={spotDiscount}
              />
            </div>
          ))}
        </div>
      </PublicSection>

      <PublicSection id="calculator" heading="What would yours cost?">
        <Calculator
          rows={rows ?? []}
          spotDiscount={asked.spotDiscount ?? String(spotDiscount)}
          loadBalancers={asked.loadBalancers ?? '1'}
          charges={answer && 'charges' in answer ? answer.charges : undefined}
          failure={answer && 'failure' in answer ? answer.failure : undefined}
        />
      </PublicSection>

      <PublicSection heading="How we calculate this">
        <ul className={listClass}>
          <li>
            On-demand prices are those that AWS published for Linux on arm64 instances in us-east-1, as of{' '}
            <time dateTime={pricesAsOf}>{pricesAsOf}</time>. A month has {hoursPerMonth} hours.
          </li>
          <li>
            The Spot discount is an assumption, not a price: {spotDiscount}% is an example, and the calculator
            takes yours.
          </li>
          <li>
            The two examples are what SDO&apos;s planner launches for them, with the proof that nothing
            cheaper fits them. All tables survive the loss of any one instance, as new environments do. The
            calculator answers at once with an estimate, because the planner would take seconds: the price of
            one way that works. Each instance keeps {instanceOverhead.cpu} CPU and {instanceOverhead.memoryMb}{' '}
            MB for the system and SDO&apos;s agent.
          </li>
          <li>
            Beside its price AWS charges each instance {awsCharges.publicAddress.usd} USD an hour for its
            public IPv4 address and {awsCharges.disk.usd} USD a month for each of the {instanceDiskGib} GB of
            its disk. A task of Fargate is compared with a public address, too.
          </li>
          <li>
            AWS sells a T4g instance by a baseline, and charges {awsCharges.surplusCpu.usd} USD an hour for
            each core used above it. The tables count all that processes ask for.
          </li>
          <li>
            Traffic and logs are not included, nor load balancers in the two examples: with its addresses, one
            costs {loadBalancerWithAddressesPerHour} USD an hour before traffic.
          </li>
        </ul>
      </PublicSection>
    </PublicPage>
  )
}
