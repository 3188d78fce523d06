import { Age } from './moment'

/** When something was last used to log in, for whoever is about to remove it. `epoch`: null for never. */
export function LastUse({ epoch, nowEpoch }: { epoch: number | null; nowEpoch: number }) {
  if (epoch === null) return <p>It was never used.</p>
  return (
    <p>
      It was last used <Age epoch={epoch} nowEpoch={nowEpoch} />.
    </p>
  )
}
