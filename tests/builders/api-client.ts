import { createApi } from '../../app/api/router'
import { apiTable } from '../../app/api/table'
import type { Actor } from '../../app/services/actor/actor'
import { createServices, type Services } from '../../app/services/services'
import { silentLogger } from '../../core/logging/logger'
import type { Sequelize } from 'sequelize'
import { buildDependencies } from './dependencies'

export interface ApiAnswer {
  status: number
  headers: Headers
  body: unknown
}

/** Makes calls of /v1 as a known actor, without HTTP around them: sessions and cross-site tokens are tested elsewhere. */
export function buildApiClient(sequelize: Sequelize, watch?: (services: Services) => Services) {
  const { dependencies, clock } = buildDependencies(sequelize)
  const services = createServices(dependencies)
  const api = createApi(apiTable)
  const call = async (
    actor: Actor,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer> => {
    const request = new Request(`http://portal.test/v1${path}`, {
      method,
      headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const caller = {
      services: watch?.(services) ?? services,
      actor,
      requestId: 'request-1',
      log: silentLogger,
      setSession: () => undefined,
    }
    const response = await api(request, caller)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return { call, clock, services, dependencies }
}
