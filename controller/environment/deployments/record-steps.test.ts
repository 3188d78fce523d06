import { describe, expect, it } from 'vitest'
import type { DeploymentStatus, DeploymentTimeline } from '../../../core/resources/deployment'
import type { EnvironmentSpec, EnvironmentStatus, ProcessStatus } from '../../../core/resources/environment'
import {
  buildApplicationSpec,
  buildDeployment,
  buildInstance,
  buildProcess,
} from '../../../tests/builders/environment-parts'
import { buildEnvironmentStatus } from '../../../tests/builders/resource-status'
import { goalOf } from '../workload/goal'
import { recordSteps } from './record-steps'

const now = 1_000_000
const spec: EnvironmentSpec = { displayName: 'Test', awsAccount: 'a', spotStrategy: 'ALL', overrides: [] }
const network = {
  vpcId: 'vpc',
  internetGatewayId: 'igw',
  instanceSecurityGroupId: 'sg-1',
  loadBalancerSecurityGroupId: 'sg-2',
  subnets: ['a', 'b', 'c'].map((zone) => ({ id: zone, zone, cidr: '' })),
}
const balancer = { applicationId: 'web', port: 80, loadBalancerId: 'lb', url: 'http://lb' }

interface Case {
  count?: number
  ports?: { port: number }[]
  processes?: Partial<ProcessStatus>[]
  status?: Partial<EnvironmentStatus>
  isActive?: boolean
  before?: DeploymentTimeline
  phase?: DeploymentStatus['phase']
}

function note({ count = 2, ports = [{ port: 80 }], processes = [], status, before, ...rest }: Case) {
  const { isActive = false, phase = 'Deploying' } = rest
  const deployment = buildDeployment(1, phase, [buildApplicationSpec('web', { count, ports })])
  if (before && deployment.status) deployment.status.timeline = before
  const goal = goalOf(spec, status ?? {}, [deployment])
  const releaseId = goal.wanted[0]?.releaseId ?? ''
  const environment = buildEnvironmentStatus({
    instances: [buildInstance('one')],
    processes: processes.map((process, index) => ({
      ...buildProcess(`p${index}`, { applicationId: 'web', clientToken: 'one', releaseId }),
      ...process,
    })),
    ...status,
  })
  const pass = { goal, now, environment: { spec } as never }
  const observed = { activeLoadBalancers: new Set(isActive ? ['lb'] : []) }
  return recordSteps(pass, environment, observed, [])
}
const timelineOf = (its: Case) => note(its)[0]?.status.timeline

describe('recordSteps', () => {
  it('notes nothing while nothing is done, and writes nothing for that', () => {
    expect(note({})).toEqual([])
  })

  it('notes a step when the last process has come so far, and not before', () => {
    const first = { phase: 'Healthy' as const, pulledEpoch: 10, startedEpoch: 20, healthyEpoch: 30 }
    const second = { phase: 'Starting' as const, pulledEpoch: 15, startedEpoch: 25, healthyEpoch: undefined }
    expect(timelineOf({ processes: [first], status: { network } })).toEqual({ network: now })
    expect(timelineOf({ processes: [first, second] })).toEqual({ instances: now, pulled: 15, started: 25 })
    expect(timelineOf({ processes: [first, { ...second, healthyEpoch: 35 }] })).toMatchObject({ healthy: 35 })
  })

  it('waits for instances that are on their way, and for load balancers until they are active', () => {
    const processes = [{ phase: 'Pending' as const, startedEpoch: undefined, healthyEpoch: undefined }]
    const launching = { network, instances: [buildInstance('one', { phase: 'Launching' as const })] }
    const balancing = { ...launching, loadBalancers: [balancer] }
    expect(timelineOf({ count: 1, processes, status: balancing })).toEqual({ network: now })
    expect(timelineOf({ count: 1, processes, status: balancing, isActive: true })).toEqual({
      network: now,
      loadBalancers: now,
    })
  })

  it('has no load balancer to wait for without ports, and nothing to start for a removal', () => {
    const status = { network, servingDeployment: 'deployment-1' }
    expect(timelineOf({ count: 1, ports: [], status })).toEqual({ network: now, serving: now })
    expect(timelineOf({ count: 0, status })).toEqual({ serving: now })
  })

  it('takes no step back, and says nothing of one that has ended', () => {
    const before = { network: 1, instances: 2, healthy: 3 }
    expect(timelineOf({ before, status: { network, servingDeployment: 'deployment-1' } })).toEqual({
      ...before,
      serving: now,
    })
    expect(note({ before, status: { network } })).toEqual([])
    expect(note({ phase: 'Live', status: { network } })).toEqual([])
  })
})
