import type { SubmittedForm } from './submitted-form'

/** What <ApplicationFields> sends. */
export function readApplicationConfig(form: SubmittedForm) {
  const subdomains = form.all('subdomain')
  return {
    dockerBaseUrl: form.text('dockerBaseUrl'),
    cpuCount: form.text('cpuCount'),
    memoryMb: form.text('memoryMb'),
    numProcesses: form.text('numProcesses'),
    exposedPortsV2: form.all('port').map((port, index) => ({ port, subdomain: subdomains[index] })),
    roles: readRoles(form),
  }
}

/** Pairs of the repeated fields roleKey and roleArn; rows in which nothing was typed are left out. */
export function readRoles(form: SubmittedForm): Record<string, string> {
  const arns = form.all('roleArn')
  const pairs = form.all('roleKey').map((key, index): [string, string] => [key, arns[index] ?? ''])
  return Object.fromEntries(pairs.filter(([key, arn]) => key.trim() !== '' || arn.trim() !== ''))
}
