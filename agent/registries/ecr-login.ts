import { region as ownRegion } from '../../core/aws/region'
import { processRunnerRoleName } from '../../core/roles/names'
import { parseEcrRegistry } from './registry-host'
import type { Login, LoginSource } from './login'

/** A login that has no more left of its twelve hours is renewed, so that it outlives a pull that takes long. */
const renewalMs = 3600_000
/** An instance whose clock is slow must not take a login for younger than it is. */
const longestLifeMs = 12 * 3600_000

/**
 * Logs in to private registries of ECR with the role of the instance, once while the login lasts; it counts for the registries
 * of every account whose policies allow the role. Other registries are asked without one.
 *
 * The returned function rejects with an error whose message says why there is no login, for people, without a full stop.
 */
export function createEcrLogin(options: LoginSource): (host: string) => Promise<Login | undefined> {
  const { clock } = options
  let kept: { login: Promise<Login>; isYoung: () => boolean } | undefined

  function logIn(): Promise<Login> {
    if (kept?.isYoung()) return kept.login
    const askedAt = clock.monotonic()
    let expirationEpoch = Number.POSITIVE_INFINITY
    const login = requestLogin(options).then((given) => {
      expirationEpoch = given.expirationEpoch
      return given
    })
    const isYoung = () =>
      Math.min(expirationEpoch - clock.now(), askedAt + longestLifeMs - clock.monotonic()) > renewalMs
    const mine = { login, isYoung }
    kept = mine
    // What was refused is asked for again by the next pull.
    login.catch(() => {
      if (kept === mine) kept = undefined
    })
    return login
  }

  return async (host) => {
    const registry = parseEcrRegistry(host)
    if (!registry) return undefined
    if (registry.region !== ownRegion)
      throw new Error(
        `images of ECR are pulled from ${ownRegion} alone: let ECR replicate the repository from ${registry.region} to there, and name that one`,
      )
    return logIn()
  }
}

async function requestLogin(options: LoginSource): Promise<Login & { expirationEpoch: number }> {
  const { ecr, GetAuthorizationTokenCommand } = await openEcr(options)
  try {
    const { authorizationData: [given] = [] } = await ecr.send(new GetAuthorizationTokenCommand({}))
    const [username, ...rest] = Buffer.from(given?.authorizationToken ?? '', 'base64')
      .toString()
      .split(':')
    if (!username || rest.length === 0 || !given?.expiresAt) throw new Error('it gave none')
    return { username, password: rest.join(':'), expirationEpoch: given.expiresAt.getTime() }
  } catch (error) {
    throw new Error(explain(error), { cause: error })
  } finally {
    ecr.destroy()
  }
}

/** The SDK takes time to load and memory for good: it is loaded with the first image that needs it. */
async function openEcr({ endpoint, credentials }: LoginSource) {
  const { ECRClient, GetAuthorizationTokenCommand } = await import('@aws-sdk/client-ecr')
  const { awsClientOptions } = await import('../aws-client-options')
  const ecr = new ECRClient({ region: ownRegion, endpoint, ...awsClientOptions(credentials) })
  return { ecr, GetAuthorizationTokenCommand }
}

function explain(cause: unknown): string {
  const { name, message } = cause instanceof Error ? cause : { name: '', message: String(cause) }
  return name === 'AccessDeniedException'
    ? `ECR gives the role ${processRunnerRoleName} no login: it needs ecr:GetAuthorizationToken, as in the current CloudFormation template`
    : `ECR gave no login: ${message.replace(/\.$/, '')}`
}
