import { Age } from './moment'
import { StatusBadge } from './status-badge'

/** When a token expires; `Expired` from that moment on. */
export function TokenExpiry({ expirationEpoch, nowEpoch }: { expirationEpoch: number; nowEpoch: number }) {
  return expirationEpoch > nowEpoch ? (
    <Age epoch={expirationEpoch} nowEpoch={nowEpoch} />
  ) : (
    <StatusBadge tone="bad">Expired</StatusBadge>
  )
}
