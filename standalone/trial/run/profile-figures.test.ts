import { expect, it } from 'vitest'
import { profileFigures } from './profile-figures'

const report = (measured: Record<string, number>) =>
  JSON.stringify({ region: 'us-east-1', startedEpoch: Date.UTC(2026, 10, 26, 20), measured })

it('gives the lines of the profile for what was measured, with day and place', () => {
  const measured = { 'deployment.boot': 48.2, 'interruption.boot': 51, 'deployment.deploy': 182.04 }
  expect(profileFigures(report(measured)).split('\n')).toEqual([
    '// Measured on 2026-11-26 in us-east-1: deployment.boot, interruption.boot.',
    'bootMs: [48200, 51000],',
    '// Measured on 2026-11-26 in us-east-1, with all else that it waits for: deployment.deploy.',
    'loadBalancerProvisioningMs: 182040,',
  ])
})

it('says nothing of what a trial did not come to', () => {
  expect(profileFigures(report({ 'roles.installRoles': 20 }))).toBe('')
})

it('refuses what is no report', () => {
  expect(() => profileFigures('{"measured":{"deployment.boot":"long"}}')).toThrow()
})
