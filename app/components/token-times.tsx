import { Age } from './moment'
import { StatusBadge } from './status-badge'

/** When something was last used to log in, for whoever is about to remove it. `epoch`: null for never. */
export function LastUse({ epoch, nowEpoch }: { epoch: number | null; nowEpoch: number }) {
  if (epoch === null) return <p>It was never used.</p>
  return (
    <p>
      It was last used <Age epoch={epoch} nowEpoch={nowEpoch} />.
    </p>
  )
}

/** When a token expires; `Expired` from that moment on. */
export function TokenExpiry({ expirationEpoch, nowEpoch }: { expirationEpoch: number; nowEpoch: number }) {
  return expirationEpoch > nowEpoch ? (
    <Age epoch={expirationEpoch} nowEpoch={nowEpoch} />
  ) : (
    <StatusBadge tone="bad">Expired</StatusBadge>
  )
}
