import { concernWith, type Concern } from '../concern'
import { carryOut, recall } from './carry-out'
import { emptyMemory } from './memory'

/** A load balancer with its target group and listener for every exposed port of what is to run. */
export const createLoadBalancers = (): Concern =>
  concernWith(emptyMemory(), {
    condition: 'LoadBalancersReady',
    readyMessage: 'Every exposed port has its load balancer.',
    recall,
    carryOut,
  })
