import type { AgentProcess, DesiredProcess } from '../../core/agent/protocol'
import type { KeptProcess } from '../state/agent-state'
import { SupervisedProcess } from './supervised-process'
import type { Beginning, SupervisionDependencies } from './supervision'

export interface Supervisor {
  /**
   * Carries on with what an earlier agent left: watches over its containers, and starts what did not run at that moment. Containers
   * that are not in `kept` are removed. Call it before anything is applied.
   */
  resume(kept: KeptProcess[]): Promise<void>
  /**
   * Makes `processes` the whole desired list: starts what is new, stops what is missing. An id stands for one
   * definition for ever, so a changed definition under a known id is ignored and the original keeps running.
   */
  apply(processes: DesiredProcess[]): void
  status(): AgentProcess[]
  /** Ends every process; resolves when none is left. Nothing is started afterwards. */
  shutDown(): Promise<void>
}

interface SupervisorDependencies extends Omit<SupervisionDependencies, 'keep'> {
  /** Is given all that the next agent has to know, before anything is started that it would not know of. */
  keep: (processes: KeptProcess[]) => void
}

export function createSupervisor({ keep, ...dependencies }: SupervisorDependencies): Supervisor {
  const running = new Map<string, SupervisedProcess>()
  let desired = new Map<string, DesiredProcess>()
  let isShutDown = false

  const keepAll = () => keep([...running.values()].map((supervised) => supervised.kept()))

  function start(beginning: Beginning): void {
    const { id } = beginning.definition
    const supervised = new SupervisedProcess(beginning, { ...dependencies, keep: keepAll })
    running.set(id, supervised)
    void supervised.ended.then(() => {
      running.delete(id)
      // It may have been asked for again while it was stopping.
      reconcile()
      keepAll()
    })
  }

  function reconcile(): void {
    if (isShutDown) return
    for (const [id, supervised] of running) if (!desired.has(id)) supervised.stop()
    for (const [id, definition] of desired)
      if (!running.has(id)) start({ definition, restarts: 0, isStopping: false })
  }

  return {
    async resume(kept) {
      desired = new Map(
        kept.filter(({ isStopping }) => !isStopping).map(({ definition }) => [definition.id, definition]),
      )
      const found = new Map((await dependencies.runtime.find()).map((one) => [one.processId, one]))
      for (const one of kept) start({ ...one, found: found.get(one.definition.id) })
      const known = new Set(kept.map(({ definition }) => definition.id))
      for (const { processId, container } of found.values())
        if (!known.has(processId)) await container.discard()
    },
    apply(processes) {
      desired = new Map(processes.map((definition) => [definition.id, definition]))
      reconcile()
      // Nothing is pulled or started before the next turn.
      keepAll()
    },
    status: () => [...running.values()].map((supervised) => supervised.status()),
    async shutDown() {
      isShutDown = true
      const ending = [...running.values()]
      for (const supervised of ending) supervised.shutDown()
      await Promise.all(ending.map((supervised) => supervised.ended))
    },
  }
}
