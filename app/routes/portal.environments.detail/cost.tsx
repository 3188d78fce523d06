import { billLineLabels } from '../../../core/charges/bill-line-labels'
import { budgetPercent } from '../../../core/charges/budget'
import { beforeText } from '../../../core/charges/left-out'
import { stepPath } from '../../components/cost-curve'
import { CurveFigure, curveSize } from '../../components/curve-figure'
import { EmptyState } from '../../components/empty-state'
import {
  environmentCostFile,
  environmentSettingsPage,
  environmentWhyPage,
  teamCostPage,
} from '../../components/environment-links'
import { LinkButton } from '../../components/link-button'
import { Epoch } from '../../components/moment'
import { MonthBill, usedLines } from '../../components/month-bill'
import { PageLink } from '../../components/page-link'
import { MonthlyPrice, Usd, usdText } from '../../components/price'
import { Table } from '../../components/table'
import type { CostChange, EnvironmentCost } from '../../services/cost/cost-views'

/** What an environment costs this month: by line, day by day, and why it changed. */
export function Cost(cost: EnvironmentCost) {
  const { id, name, month, spent, projected, leavesOut, budgetUsd, days, changes } = cost
  if (projected.usd === 0 && changes.length === 0)
    return (
      <EmptyState docs="/docs/environments#cost">
        It has cost nothing this month. Once an application is deployed, this shows what AWS charges for it,
        line by line and day by day.
      </EmptyState>
    )
  return (
    <div className="space-y-6">
      <MonthBill month={month} spent={spent} projected={projected} leavesOut={leavesOut} />
      <p>
        {budgetUsd === undefined
          ? 'It has no budget. '
          : `The projection is ${budgetPercent(projected.usd, budgetUsd)} % of its budget of ${usdText(budgetUsd)}. `}
        <PageLink to={environmentSettingsPage(id, name)}>
          {budgetUsd === undefined ? 'Set a budget' : 'Change the budget'}
        </PageLink>
      </p>
      <p className="flex flex-wrap gap-3">
        <LinkButton reloadDocument to={environmentCostFile(id)}>
          Download CSV
        </LinkButton>
        <LinkButton to={teamCostPage}>All environments</LinkButton>
      </p>
      <Days days={days} leavesOut={leavesOut} />
      <Changes changes={changes} whyPage={environmentWhyPage(id, name)} />
    </div>
  )
}

function Days({ days, leavesOut }: Pick<EnvironmentCost, 'days' | 'leavesOut'>) {
  const highest = Math.max(0, ...days.map(({ usd }) => usd))
  const last = days.at(-1)
  const [first] = days
  if (!first || !last) return null
  const lines = usedLines(days)
  const path = stepPath(
    days.map(({ usd }, index) => ({ epoch: index, value: usd })),
    { fromEpoch: 0, toEpoch: days.length },
    { ...curveSize, highest },
  )
  return (
    <section>
      <h2 className="mb-2">Day by day</h2>
      <CurveFigure
        name={`Cost of each day ${beforeText(leavesOut)}`}
        caption={`USD a day, ${beforeText(leavesOut)}`}
        summary={`highest ${usdText(highest)}, today so far ${usdText(last.usd)}`}
        start={first.day}
        end="today"
        path={path}
      />
      <details className="mt-2">
        <summary>As a table</summary>
        <div className="mt-2">
          <Table
            caption={`Cost day by day, ${beforeText(leavesOut)}`}
            rows={days.toReversed()}
            rowKey={({ day }) => day}
            isDense
            columns={[
              { header: 'Day (UTC)', cell: ({ day }) => <span className="whitespace-nowrap">{day}</span> },
              ...lines.map((line) => ({
                header: billLineLabels[line],
                numeric: true,
                cell: (day: EnvironmentCost['days'][number]) => <Usd usd={day.lines[line]} />,
              })),
              { header: 'Together', numeric: true, cell: ({ usd }) => <Usd usd={usd} /> },
            ]}
          />
        </div>
      </details>
    </section>
  )
}

const causeLabels: Record<CostChange['causes'][number]['cause'], string> = {
  deployment: 'Deployment',
  scaling: 'Scaling',
  sleep: 'Sleep',
  interruption: 'Spot interruption',
  patch: 'Patch',
  price: 'Price',
  failure: 'Failed instance',
  move: 'Move to another network',
  loadBalancer: 'Load balancer',
  instance: 'Instance',
  surplusCpu: 'CPU',
}

function Changes({ changes, whyPage }: Pick<EnvironmentCost, 'changes'> & { whyPage: string }) {
  return (
    <section>
      <h2 className="mb-2">Why it changed</h2>
      <Table
        caption="Why the cost changed"
        empty="It has not changed this month. When it does, the reason appears here."
        emptyDocs="/docs/environments#cost"
        rows={changes}
        rowKey={({ fromEpoch }) => String(fromEpoch)}
        columns={[
          {
            header: 'Between',
            cell: ({ fromEpoch, untilEpoch }) => (
              <>
                <Epoch epoch={fromEpoch} /> and <Epoch epoch={untilEpoch} />
              </>
            ),
          },
          {
            header: 'Cost a month',
            numeric: true,
            cell: ({ beforePerHour, afterPerHour }) => (
              <>
                <MonthlyPrice perHour={beforePerHour} /> to <MonthlyPrice perHour={afterPerHour} />
              </>
            ),
          },
          { header: 'Why', long: true, cell: (change) => <Causes {...change} /> },
        ]}
      />
      <p className="mt-2 text-muted">
        The newest of this month, where the cost stayed different after the hour. The tab{' '}
        <PageLink to={whyPage}>Why</PageLink> has each instance.
      </p>
    </section>
  )
}

function Causes({ causes, moreCauses = 0 }: Pick<CostChange, 'causes' | 'moreCauses'>) {
  if (causes.length === 0) return 'No reason was recorded.'
  return (
    <ul>
      {causes.map(({ cause, message }, index) => (
        <li key={index}>
          <span className="text-muted">{causeLabels[cause]}: </span>
          {message}
        </li>
      ))}
      {moreCauses > 0 && <li className="text-muted">And {moreCauses} more in the log.</li>}
    </ul>
  )
}
