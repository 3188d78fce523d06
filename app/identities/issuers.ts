import { z } from 'zod'
import { isLoopbackHost } from '../../core/start/loopback-host'
import { readBy } from '../read-by'

/** An issuer of identity tokens for jobs of a build system; its tokens are believed as far as a team trusts them. */
export interface Issuer {
  /** The issuer's name for people. */
  name: string
  /** The `iss` of its tokens, and where its description is found: an https address. */
  address: string
  /** The claim that is taken for the subject. */
  subjectClaim: string
  /** How each of its subjects begins; empty where nothing is known of them. */
  subjectStart: string
}

/** The issuers of an installation whose operator says nothing. */
export const usualIssuers: readonly Issuer[] = [
  {
    name: 'GitHub Actions',
    address: 'https://token.actions.githubusercontent.com',
    subjectClaim: 'sub',
    subjectStart: 'repo:',
  },
  { name: 'GitLab.com', address: 'https://gitlab.com', subjectClaim: 'sub', subjectStart: 'project_path:' },
  {
    name: 'Buildkite',
    address: 'https://agent.buildkite.com',
    subjectClaim: 'sub',
    subjectStart: 'organization:',
  },
]

const issuerSchema = z.strictObject({
  name: z.string().min(1).max(50),
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .refine(isSafe),
  subjectClaim: z.string().min(1).max(50).default('sub'),
  subjectStart: z.string().max(50).default(''),
})

/** By http only to this machine: whoever can change an answer on its way could make any identity. */
function isSafe(address: string): boolean {
  const { protocol, hostname, search, hash, username } = new URL(address)
  return (
    (protocol === 'https:' || isLoopbackHost(hostname)) && search === '' && hash === '' && username === ''
  )
}

/**
 * Reads `[{"name":"GitLab","issuer":"https://gitlab.example.com","subjectClaim":"sub","subjectStart":"project_path:"}]`; `[]` trusts nobody.
 *
 * @throws Error that says what must be changed
 */
export function readIssuers(text: string): Issuer[] {
  const parsed = z.array(issuerSchema).max(20).safeParse(parseJson(text))
  if (!parsed.success)
    throw new Error(
      `must be a JSON list of {"name","issuer","subjectClaim","subjectStart"}, each issuer an https address (${whereOf(parsed.error)})`,
    )
  const addresses = parsed.data.map(({ issuer }) => issuer)
  if (new Set(addresses).size < addresses.length) throw new Error('must name each issuer once')
  return parsed.data.map(({ issuer, ...rest }) => ({ ...rest, address: issuer }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const whereOf = ({ issues }: z.ZodError) => issues.map(({ path }) => path.join('.') || 'no list').join(', ')

/** The variables of the environment that are about identities of build systems. */
export const identityVariables = {
  /** Whose identity tokens an integration user may trust. */
  OIDC_ISSUERS: readBy(readIssuers).default([...usualIssuers]),
}
