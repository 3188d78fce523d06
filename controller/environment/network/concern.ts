import { concernWith, type Concern } from '../concern'
import { carryOut, emptyMemory, recall } from './carry-out'

/** A VPC with three public subnets, a gateway, and a security group each for instances and load balancers. */
export const createNetwork = (): Concern =>
  concernWith(emptyMemory(), { condition: 'NetworkReady', recall, carryOut })
