import { MonthlyPrice, Price } from '../../components/price'
import type { PriceDifference } from '../../services/deployments/change-effects-views'

interface CostAtMostProps {
  /** Name of the environment that is deployed to. */
  of: string
  /** Undefined where nobody can tell. */
  atMostPerHour: PriceDifference | undefined
}

/** What an environment costs at most after a deployment, and how much more or less that is than before it. */
export function CostAtMost({ of, atMostPerHour }: CostAtMostProps) {
  if (!atMostPerHour)
    return <p className="text-warn">No instance is large enough for these processes, so there is no price.</p>
  const { before, after } = atMostPerHour
  return (
    <p>
      {`${of} then costs at most `}
      <strong className="font-semibold">
        <Price perHour={after} />
      </strong>
      {' ('}
      <MonthlyPrice perHour={after} />
      {' a month), on-demand, before traffic and logs: '}
      {after === before ? (
        'as much as now.'
      ) : (
        <>
          <Price perHour={Math.abs(after - before)} />
          {after > before ? ' more than now.' : ' less than now.'}
        </>
      )}
      {' Spot and tighter packing reduce it.'}
    </p>
  )
}
