import { setTimeout as pause } from 'node:timers/promises'
import { say } from './runner.mjs'

const firstPauseSeconds = 2
const longestPauseSeconds = 15

/**
 * Looks at a deployment until nothing more comes of it, or the time is up, and says what changes.
 *
 * @returns it as it was at first, and as it is now
 */
export async function follow(api, deploymentId, waitMinutes) {
  const look = async () =>
    (await api(`/v1/application/deployment/${encodeURIComponent(deploymentId)}`, { method: 'GET' })).body
  const first = await look()
  let last = first
  let said
  let waited = 0
  for (let seconds = firstPauseSeconds; ; seconds = Math.min(seconds * 1.5, longestPauseSeconds)) {
    const sentence = `${last.environmentName}: ${describe(last)}`
    if (sentence !== said) say((said = sentence))
    if (last.isOver || waited >= waitMinutes * 60) return { first, last }
    await pause(seconds * 1000)
    waited += seconds
    last = await look()
  }
}

const words = {
  QUEUED: 'queued',
  AWAITING_APPROVAL: 'waits for the approval of an admin',
  DEPLOYING: 'deploying',
  LIVE: 'live',
  FAILED: 'failed',
  RETIRED: 'was live, and another deployment has followed',
}

export const describe = ({ status, message }) =>
  message ? `${words[status] ?? status}. ${message}` : `${words[status] ?? status}.`
