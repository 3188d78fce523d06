import { readFileSync } from 'node:fs'
import { call } from './calls.mjs'

const perPage = 100
const mostPages = 10

/** Puts `markdown` into a comment on the pull request of the job, the one that an earlier run wrote if there is one. @returns whether there is a pull request */
export async function comment({ githubToken, integrationId }, { environmentId }, markdown) {
  const {
    GITHUB_API_URL = 'https://api.github.com',
    GITHUB_GRAPHQL_URL = 'https://api.github.com/graphql',
    GITHUB_REPOSITORY: repository,
  } = process.env
  const number = readPullRequest()
  if (number === undefined || !repository) return false
  const headers = { Authorization: `Bearer ${githubToken}`, 'X-GitHub-Api-Version': '2022-11-28' }
  const base = `${GITHUB_API_URL}/repos/${repository}/issues`
  const mark = `<!-- sdo ${integrationId} ${environmentId} -->`
  const body = { body: `${mark}\n${markdown}` }
  const author = await readAuthor(GITHUB_GRAPHQL_URL, headers)
  const isOurs = ({ user, body }) => author !== undefined && user?.id === author && body?.startsWith(mark)
  const earlier = await find(`${base}/${number}/comments`, headers, isOurs)
  if (earlier) await call(`${base}/comments/${earlier.id}`, { method: 'PATCH', headers, body })
  else await call(`${base}/${number}/comments`, { headers, body })
  return true
}

/**
 * The id of whoever the token writes comments as: anybody may write our mark, and would change what a report in their comment says.
 * The API's other half has no such question for the token of a job. @returns undefined where nobody says, and nothing is found then
 */
async function readAuthor(address, headers) {
  const { body } = await call(address, { headers, body: { query: '{ viewer { databaseId } }' } })
  return body.data?.viewer?.databaseId ?? undefined
}

async function find(address, headers, isOurs) {
  for (let page = 1; page <= mostPages; page++) {
    const { body } = await call(`${address}?per_page=${perPage}&page=${page}`, { method: 'GET', headers })
    const found = body.find(isOurs)
    if (found || body.length < perPage) return found
  }
}

/** The number of the pull request that the workflow runs for, if it does for one. */
function readPullRequest() {
  try {
    const event = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH ?? '', 'utf8'))
    return event.pull_request?.number
  } catch {
    return undefined
  }
}
