import { setTimeout as pause } from 'node:timers/promises'
import { say } from './runner.mjs'

const firstPauseSeconds = 2
const longestPauseSeconds = 15

/**
 * Looks at a deployment until nothing more comes of it, or the time is up, and says what changes. With `watchUndo` something may come of it
 * as long as it is live and SDO would roll it back.
 *
 * @returns it as it was at first, and as it is now
 */
export async function follow(api, deploymentId, { waitMinutes, watchUndo }) {
  const look = async () => {
    const path = `/v1/application/deployment/${encodeURIComponent(deploymentId)}`
    const { body } = await api(path, { method: 'GET' })
    return body.undoneBy ? { ...body, status: 'UNDONE', message: body.undoneBy.reason } : body
  }
  const first = await look()
  let last = first
  let said
  let waited = 0
  let pauseSeconds = firstPauseSeconds
  for (;;) {
    const isWatched = watchUndo && last.watchSecondsLeft !== undefined
    const sentence = `${last.environmentName}: ${describe(last)}${isWatched ? ' Watching whether it stays.' : ''}`
    if (sentence !== said) say((said = sentence))
    const isUp = !last.isOver && waited >= waitMinutes * 60
    if (isUp || waitMinutes === 0 || (last.isOver && !isWatched)) return { first, last }
    await pause(pauseSeconds * 1000)
    waited += pauseSeconds
    pauseSeconds = Math.min(pauseSeconds * 1.5, longestPauseSeconds)
    last = await look()
  }
}

const words = {
  QUEUED: 'queued',
  AWAITING_APPROVAL: 'waits for the approval of an admin',
  DEPLOYING: 'deploying',
  LIVE: 'live',
  FAILED: 'failed',
  UNDONE: 'went live and was undone',
  RETIRED: 'was live, and another deployment has followed',
}

export const describe = ({ status, message }) =>
  message ? `${words[status] ?? status}. ${message}` : `${words[status] ?? status}.`
