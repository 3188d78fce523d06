import { randomBytes } from 'node:crypto'
import type { Services } from '../../app/services/services'
import type { Clock } from '../../core/time/clock'
import type { SimulatedAws } from '../../simulator/simulated-aws'
import { Team } from '../../db/models/team'
import { step } from '../progress'
import { deploySample } from './deploy-sample'
import { readFirstRun, writeFirstRun } from './progress-file'
import { demoEmail, registerDemoTeam } from './register-demo-team'

interface FirstRunOptions {
  services: Services
  cloud: SimulatedAws
  clock: Clock
  dataDir: string
  isEmpty: boolean
}

/** Deploys the sample; resolves with where it answers. */
type FinishFirstRun = (signal: AbortSignal) => Promise<string>

/**
 * Makes the demo team on the first start, or goes on where an interrupted one was.
 *
 * @returns how to do the rest of it, which takes longer than anybody wants to wait for the site; undefined if there is none
 */
export async function beginFirstRun(options: FirstRunOptions): Promise<FinishFirstRun | undefined> {
  const { services, cloud, clock, dataDir, isEmpty } = options
  const progress = readFirstRun(dataDir)
  if (progress && 'isDone' in progress) return undefined
  if (!progress && (isEmpty || (await Team.count()) > 0)) {
    writeFirstRun(dataDir, { isDone: true })
    return undefined
  }
  const password = progress?.password ?? randomBytes(9).toString('base64url')
  writeFirstRun(dataDir, { password })
  const actor = await step('Registering the demo team', () => registerDemoTeam(services, password))
  console.log(`Log in as ${demoEmail} with the password ${password} (shown this once).`)
  return async (signal) => {
    const url = await deploySample(services, actor, cloud, clock, signal)
    writeFirstRun(dataDir, { isDone: true })
    return url
  }
}
