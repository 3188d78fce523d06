import { describe, expect, it } from 'vitest'
import {
  containerSettingsOf,
  healthCheckOf,
  isHealthyStatus,
  runSettingsOf,
  settingFault,
  settingRules,
  tellSettings,
  warningsOf,
} from './run-settings'

describe('settings of how processes are run', () => {
  it('are those of the specification by default', () => {
    expect(healthCheckOf({})).toEqual({
      path: '/health',
      host: '',
      graceSeconds: 60,
      statuses: '200-299',
      intervalSeconds: 5,
    })
    expect(containerSettingsOf({})).toEqual({ stopGraceSeconds: 10, init: true, capabilities: [] })
    expect(warningsOf({})).toEqual({
      memoryPercent: 0,
      throttledPercent: 0,
      errorPercent: 0,
      outOfMemory: true,
    })
  })

  it('are kept only where they are not as by default', () => {
    const settings = {
      healthCheck: { statuses: '200-299', path: '/ready' },
      container: { init: true, capabilities: [] },
    }
    expect(runSettingsOf(settings)).toEqual({ healthCheck: { path: '/ready' } })
    expect(tellSettings('healthCheck', settings)).toBe('path /ready')
    expect(tellSettings('container', settings)).toBe('')
  })

  it.each([
    ['200-299', 204, true],
    ['200-299', 301, false],
    ['200', 201, false],
    ['200,301-302,404', 302, true],
    ['200,301-302,404', 404, true],
    ['200,301-302,404', 303, false],
  ])('of the statuses %s, %i is healthy: %s', (statuses, status, isHealthy) => {
    expect(isHealthyStatus(statuses, status)).toBe(isHealthy)
  })

  it.each([
    ['statuses', '200-299,301', true],
    ['statuses', '299-200', false],
    ['statuses', '500', false],
    ['statuses', '200,', false],
    ['path', '/api/health?deep=1', true],
    ['path', 'health', false],
    ['path', '/a b', false],
    ['host', 'shop.example.com:8080', true],
    ['host', 'shop example', false],
    ['graceSeconds', 600, true],
    ['graceSeconds', 601, false],
    ['graceSeconds', 9, false],
    ['intervalSeconds', 4, false],
  ] as const)('a health check with the %s %s can be: %s', (name, value, can) => {
    expect(settingFault(settingRules.healthCheck[name], value) === undefined).toBe(can)
  })

  it('have thresholds of warnings from 0 to 99 %, which is said of any other', () => {
    const { memoryPercent, outOfMemory } = settingRules.warnings
    for (const percent of [0, 1, 99]) expect(settingFault(memoryPercent, percent)).toBeUndefined()
    for (const percent of [-1, 100, 0.5, 'x'])
      expect(settingFault(memoryPercent, percent)).toBe('Memory over (%): enter a whole number from 0 to 99.')
    expect(settingFault(outOfMemory, 'no')).toBe('Out of memory must be true or false.')
  })

  it.each(['NET_RAW', 'NET_ADMIN', 'SYS_ADMIN', 'ALL', 'MKNOD'])(
    'never have the capability %s, and say which there are',
    (capability) => {
      expect(settingFault(settingRules.container.capabilities, [capability])).toBe(
        `A process cannot have ${capability}. Choose among AUDIT_WRITE, IPC_LOCK, SYS_NICE, SYS_PTRACE.`,
      )
    },
  )

  it('say of a capability that every container has that it need not be asked for', () => {
    expect(settingFault(settingRules.container.capabilities, ['NET_BIND_SERVICE'])).toBe(
      'Every container has NET_BIND_SERVICE already: give the others only.',
    )
  })
})
