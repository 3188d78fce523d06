import { describe, expect, it } from 'vitest'
import type { EnvironmentSpec } from '../../../core/resources/environment'
import { buildApplicationSpec, buildDeployment } from '../../../tests/builders/environment-parts'
import { goalOf } from './goal'

const spec: EnvironmentSpec = { displayName: 'a', awsAccount: 'a', spotStrategy: 'ALL', overrides: [] }
const web = buildApplicationSpec('web')
const api = buildApplicationSpec('api')
const webNext = buildApplicationSpec('web', { tag: '2' })

const tagsOf = (demands: { application: { tag: string; name: string } }[]) =>
  demands.map(({ application }) => `${application.name} ${application.tag}`)

describe('what is to run', () => {
  it('is nothing without deployments, or when all of them failed', () => {
    expect(goalOf(spec, {}, [])).toEqual({ desired: undefined, wanted: [], fallback: [], isAsleep: false })
    expect(goalOf(spec, {}, [buildDeployment(1, 'Failed', [web])]).wanted).toEqual([])
  })

  it('is the newest deployment that has not failed, whatever the order they are listed in', () => {
    const deployments = [
      buildDeployment(3, 'Failed', [webNext]),
      buildDeployment(1, 'Retired', [api]),
      buildDeployment(2, 'Live', [web]),
    ]
    expect(tagsOf(goalOf(spec, { servingDeployment: 'deployment-2' }, deployments).wanted)).toEqual(['web 1'])
  })

  it('includes what was live before, until the new deployment serves', () => {
    const deployments = [
      buildDeployment(1, 'Live', [web, api]),
      buildDeployment(2, 'Deploying', [webNext, api]),
    ]
    const goal = goalOf(spec, { servingDeployment: 'deployment-1' }, deployments)
    expect(tagsOf(goal.fallback)).toEqual(['web 1'])
    expect(goal.wanted.map(({ isNew }) => isNew)).toEqual([true, false])
    expect(goalOf(spec, { servingDeployment: 'deployment-2' }, deployments).fallback).toEqual([])
  })

  it('keeps an application that the new deployment removes until that one serves', () => {
    const deployments = [buildDeployment(1, 'Live', [web, api]), buildDeployment(2, undefined, [api])]
    expect(tagsOf(goalOf(spec, { servingDeployment: 'deployment-1' }, deployments).fallback)).toEqual([
      'web 1',
    ])
  })

  it('follows overrides: counts and limits leave the release as it is, roles do not', () => {
    const web = buildApplicationSpec('web', { roles: { queue: 'arn' } })
    const deployments = [buildDeployment(1, 'Live', [web])]
    const withOverride = (override: object) =>
      goalOf(
        { ...spec, overrides: [{ applicationId: 'web', ...override }] },
        { servingDeployment: 'deployment-1' },
        deployments,
      ).wanted[0]
    const plain = goalOf(spec, { servingDeployment: 'deployment-1' }, deployments).wanted[0]
    expect(withOverride({ count: 0, maxSpotPercentage: 50 })).toEqual({
      ...plain,
      application: { ...web, count: 0, maxSpotPercentage: 50 },
    })
    expect(withOverride({ roles: { queue: 'other' } })?.releaseId).not.toBe(plain?.releaseId)
    const sameRoles = { queue: 'arn', 'not deployed yet': 'arn', constructor: 'arn' }
    expect(withOverride({ roles: sameRoles })).toEqual(plain)
  })

  it('is none of a live deployment at the time of sleep, and all of one under way', () => {
    const scaled = buildApplicationSpec('web', { count: 2, maxProcesses: 4 })
    const live = goalOf(spec, { servingDeployment: 'deployment-1' }, [buildDeployment(1, 'Live', [scaled])], {
      isToSleep: true,
    })
    expect(live).toMatchObject({ isAsleep: true, wanted: [{ application: { ...scaled, count: 0 } }] })
    expect(live.wanted[0]).not.toHaveProperty('scaling')
    const deployments = [buildDeployment(1, 'Live', [scaled]), buildDeployment(2, undefined, [webNext])]
    const awake = goalOf(spec, { servingDeployment: 'deployment-1' }, deployments, { isToSleep: true })
    expect(awake.isAsleep).toBe(false)
    expect(awake).toEqual(goalOf(spec, { servingDeployment: 'deployment-1' }, deployments))
  })
})
