import { randomUUID } from 'node:crypto'
import { createAgentClient } from './agents/agent-client'
import { planningMilliseconds } from './environment/policy'
import { createPlannerPool } from './planner/planner-pool'
import type { ControllerDependencies } from './controller-dependencies'

interface Given extends Omit<ControllerDependencies, 'masterKey' | 'agents' | 'planner' | 'identity'> {
  /** 32 bytes each: the first is that of new instances, the others those that older ones still have. */
  masterKeys: [Buffer, ...Buffer[]]
  agents?: ControllerDependencies['agents']
  planner?: ControllerDependencies['planner']
  identity?: string
}

/** What a controller needs: the client of real agents and a pool of planners, unless others are given. */
export const createControllerDependencies = ({
  masterKeys,
  agents,
  planner,
  ...given
}: Given): ControllerDependencies => ({
  identity: randomUUID(),
  ...given,
  masterKey: masterKeys[0],
  agents: agents ?? createAgentClient({ masterKeys }),
  planner: planner ?? createPlannerPool({ deadlineMilliseconds: planningMilliseconds }),
})
