import type { Sequelize } from 'sequelize'
import { createApi } from '../../app/api/router'
import { apiTable } from '../../app/api/table'
import { withOrigin } from '../../app/services/actor/origin'
import { createServices } from '../../app/services/services'
import { silentLogger } from '../../core/logging/logger'
import { buildAccountServices } from './accounts'
import { buildOffers } from './call-offers'
import { exampleDocument, type Operation } from './example-document'

export type Values = Record<string, unknown>
export interface Example {
  params: Values
  query: Values
  body: Values
}

/** Makes every call of /v1 as one admin, without HTTP around it, from an example of it that is as good as it gets. */
export async function buildExampleCalls(sequelize: Sequelize) {
  const bench = buildAccountServices(sequelize)
  const admin = await bench.registerVerified('admin@example.com')
  const answer = createApi(apiTable)
  const services = createServices(bench.dependencies)
  const { paths } = await exampleDocument((call) => buildOffers(call, admin.teamId))
  let calls = 0

  function exampleOf(method: string, path: string): Example {
    const { parameters, requestBody } = paths[path]?.[method.toLowerCase()] as Operation
    const given = (place: string) =>
      Object.fromEntries(
        parameters.filter((each) => each.in === place).map(({ name, example }) => [name, example ?? 'x']),
      )
    const body = Object.values(requestBody?.content ?? {})[0]?.example ?? {}
    return { params: given('path'), query: given('query'), body: body as Values }
  }

  async function make(method: string, path: string, { params, query }: Example, body?: BodyInit) {
    const segments = path.split('/').map((segment) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      return name === undefined ? segment : encodeText(String(params[name])) || '%20'
    })
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeText(String(value))}`)
    const request = new Request(`http://portal.test${segments.join('/')}?${search.join('&')}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(method !== 'GET' && { body }),
    })
    calls += 1
    // Each from a place of its own, so that the limits on guessing do not hide what is behind them.
    const origin = { requestId: 'request-1', address: `10.0.${calls >> 8}.${calls & 255}`, userAgent: 'test' }
    const caller = {
      services,
      actor: admin,
      requestId: 'request-1',
      log: silentLogger,
      setSession: () => undefined,
    }
    const response = await withOrigin(origin, () => answer(request, caller))
    return { status: response.status, text: await response.text() }
  }

  return { admin, exampleOf, make }
}

/** Percent-encoded; half of a surrogate pair as its three bytes, which UTF-8 does not allow. */
const encodeText = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replaceAll('%EF%BF%BD', '%ED%A0%80')
