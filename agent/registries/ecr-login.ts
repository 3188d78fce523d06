import { processRunnerRoleName } from '../../core/roles/names'
import type { Clock } from '../../core/time/clock'
import { parseEcrRegistry } from '../containers/docker/registry-host'
import type { RegistryLogin } from '../containers/docker/pull-image'

interface EcrLoginOptions {
  clock: Pick<Clock, 'now' | 'monotonic'>
  /** Where ECR is, if not where AWS has it. */
  endpoint?: string
  /** By which it is asked; default: those of the instance, from its metadata service. */
  credentials?: { accessKeyId: string; secretAccessKey: string; sessionToken?: string }
}

interface Login {
  username: string
  password: string
}

/** Of the twelve hours that AWS gives, so that a pull that takes long does not outlive its login. */
const renewalMs = 3600_000
/** An instance whose clock is slow must not take a login for younger than it is. */
const longestLifeMs = 12 * 3600_000

/**
 * Logs in to private registries of ECR with the role of the instance, once for each region while the login lasts. Other registries are
 * asked without one.
 *
 * The returned function rejects with an error whose message says why there is no login, for people, without a full stop.
 */
export function createEcrLogin(options: EcrLoginOptions): RegistryLogin {
  const { clock } = options
  const kept = new Map<string, { login: Promise<Login>; isYoung: () => boolean }>()

  function logIn(region: string): Promise<Login> {
    const present = kept.get(region)
    if (present?.isYoung()) return present.login
    const askedAt = clock.monotonic()
    let expirationEpoch = Number.POSITIVE_INFINITY
    const login = requestLogin(region, options).then((given) => {
      expirationEpoch = given.expirationEpoch
      return given
    })
    const isYoung = () =>
      Math.min(expirationEpoch - clock.now(), askedAt + longestLifeMs - clock.monotonic()) > renewalMs
    kept.set(region, { login, isYoung })
    // What was refused is asked for again by the next pull.
    login.catch(() => kept.delete(region))
    return login
  }

  return async (host) => {
    const registry = parseEcrRegistry(host)
    return registry && (await logIn(registry.region))
  }
}

async function requestLogin(
  region: string,
  options: EcrLoginOptions,
): Promise<Login & { expirationEpoch: number }> {
  const { ecr, GetAuthorizationTokenCommand } = await openEcr(region, options)
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
async function openEcr(region: string, { endpoint, credentials }: EcrLoginOptions) {
  const { ECRClient, GetAuthorizationTokenCommand } = await import('@aws-sdk/client-ecr')
  const { awsClientOptions } = await import('../aws-client-options')
  const ecr = new ECRClient({ region, endpoint, ...awsClientOptions(credentials) })
  return { ecr, GetAuthorizationTokenCommand }
}

function explain(cause: unknown): string {
  const { name, message } = cause instanceof Error ? cause : { name: '', message: String(cause) }
  return name === 'AccessDeniedException'
    ? `ECR gives the role ${processRunnerRoleName} no login: it needs ecr:GetAuthorizationToken, as in the current CloudFormation template`
    : `ECR gave no login: ${message.replace(/\.$/, '')}`
}
