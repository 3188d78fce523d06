import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { rightsOf, type PolicyRule, type Right } from './service-account'

/** What the chart lets the controller do in its namespace, and nothing else does. */
export function controllerRights(): Right[] {
  const path = new URL('../../helm/sdo/files/controller-rules.yaml', import.meta.url)
  return rightsOf(parse(readFileSync(path, 'utf8')) as PolicyRule[])
}

/** All of these but one. */
export const without = (missing: Right, rights = controllerRights()): Right[] =>
  rights.filter((one) => JSON.stringify(one) !== JSON.stringify(missing))
