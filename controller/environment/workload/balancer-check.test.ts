import { describe, expect, it } from 'vitest'
import { healthCheckOf, type SettingsOf } from '../../../core/application/run-settings'
import { balancerCheckOf, defaultBalancerCheck } from './balancer-check'

const of = (...checks: SettingsOf<'healthCheck'>[]) =>
  balancerCheckOf(checks.map((healthCheck) => healthCheckOf({ healthCheck })))

describe('the health check of a load balancer', () => {
  it('is that of the processes behind it', () => {
    expect(of()).toEqual(defaultBalancerCheck)
    expect(of({}, {})).toEqual(defaultBalancerCheck)
    const own = { path: '/ready', statuses: '204', intervalSeconds: 30 }
    expect(of(own, own)).toEqual(own)
  })

  it('is no other one for a grace or a stop, which are no business of its', () => {
    expect(of({ graceSeconds: 300 }, {})).toEqual(defaultBalancerCheck)
  })

  it('takes any answer while processes with others are behind it, asked as the newest want it', () => {
    expect(of({ path: '/ready' }, {})).toEqual({
      path: '/ready',
      statuses: '200-499',
      intervalSeconds: 5,
    })
  })

  it('takes any answer where the program wants a Host that no load balancer sends', () => {
    expect(of({ host: 'shop.example.com' })).toEqual({ ...defaultBalancerCheck, statuses: '200-499' })
  })
})
