import { Notice } from './notice'
import { useShell } from './use-shell'

/** What the request before has done, said once. */
export function Flash() {
  const { flash } = useShell()
  return flash ? (
    <Notice tone="good" role="status">
      {flash}
    </Notice>
  ) : null
}
