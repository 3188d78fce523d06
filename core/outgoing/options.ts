import { EnvironmentFault } from '../start/start-fault'
import { createProxyRule, readProxyVariables, type ProxyRule } from './proxy-rule'

/**
 * The way out of a program that its environment names, in the variables that libraries of all kinds read: HTTPS_PROXY and NO_PROXY.
 *
 * @throws EnvironmentFault for a proxy that is none
 */
export function readProxyRule(
  program: 'portal' | 'controller',
  environment: Record<string, string | undefined> = process.env,
): ProxyRule {
  const variables = readProxyVariables(environment)
  const { HTTPS_PROXY: proxy } = variables
  if (proxy !== undefined && !/^https?:\/\/[^/]/.test(proxy))
    throw new EnvironmentFault(program, ['HTTPS_PROXY: must be the address of a proxy, http://proxy:3128'])
  return createProxyRule(variables)
}
