import { findEnvironment } from '../names/find'
import type { Run } from './command'

/** Puts an environment to sleep. Its processes and instances stop. */
export async function sleep(run: Run, given: string): Promise<void> {
  const { id, name } = await findEnvironment(run.client, given)
  await run.client.post(`/v1/environment/${id}/sleep`, {})
  run.print(
    { id, name, isAsleep: true },
    () => `${name} is falling asleep. A schedule, sdo wake or a deployment wakes it.`,
  )
}

/** Wakes an environment: what was live is started again. */
export async function wake(run: Run, given: string): Promise<void> {
  const { id, name } = await findEnvironment(run.client, given)
  await run.client.post(`/v1/environment/${id}/wake`, {})
  run.print({ id, name, isAsleep: false }, () => `${name} is waking up.`)
}
