import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describeOwnApi } from '../../app/api/table'
import { createApiReference, type ApiCall } from '../../app/content/api-reference/api-reference'
import { shellNameOf } from '../../app/content/api-reference/print-curl'

const run = promisify(execFile)
const exampleId = '00000000-0000-4000-8000-000000000000'

/** What ends the login or the account of its caller comes last. */
const isEnd = ({ method, path }: ApiCall) => isLogout(path) || (method === 'DELETE' && path === '/v1/account')
const isLogout = (path: string) => path === '/v1/account/logout'

export interface ReferenceCallers {
  /** The portal's address. */
  origin: string
  /** The token of somebody who may do everything, and whose account is deleted at the end. */
  token: string
  /** The token of somebody else, who is logged out. */
  leaversToken: string
  /** What the path's first word stands for, where there is one: `environment` has an id. */
  ids: Record<string, string>
}

export interface ReferenceAnswer {
  call: string
  status: number
  /** Done, or refused as the reference says it may be: nothing has the ids of examples, and some values belong to nobody. */
  isFine: boolean
}

/** Runs every curl of the API reference in a shell, exactly as it is printed. */
export async function runReferenceCurls({
  origin,
  token,
  leaversToken,
  ids,
}: ReferenceCallers): Promise<ReferenceAnswer[]> {
  const calls = createApiReference(describeOwnApi()).flatMap(({ calls }) => calls)
  const ordered = [...calls.filter((call) => !isEnd(call)), ...calls.filter(isEnd)]
  const script = ordered.map(({ path, curl }) => {
    const id = Object.entries(ids).find(([word]) => path.includes(`/${word}/{id}`))?.[1] ?? exampleId
    // A stream of events would not end.
    const bound = path.endsWith('/events') ? ' -m 1' : ''
    return `ID=${id}; TOKEN=${isLogout(path) ? leaversToken : token}; ${curl}${bound} -s -o /dev/null -w '%{http_code}\\n' || true`
  })
  const variables = calls.flatMap(({ parameters }) =>
    parameters.map(({ name }) => [shellNameOf(name), exampleId]),
  )
  const { stdout } = await run('sh', ['-c', script.join('\n')], {
    env: { ...process.env, ...Object.fromEntries(variables), SDO: origin },
  })
  const statuses = stdout.trim().split('\n').map(Number)
  return ordered.map(({ method, path, refusals }, index) => {
    const status = statuses[index] ?? 0
    const isRefusal = [400, 404, 409, 429].includes(status) && refusals.includes(status)
    return { call: `${method} ${path}`, status, isFine: status === 200 || isRefusal }
  })
}
