import type { AgentProcess, DesiredProcess } from '../../core/agent/protocol'
import { SupervisedProcess, type SupervisionDependencies } from './supervised-process'

export interface Supervisor {
  /**
   * Makes `processes` the whole desired list: starts what is new, stops what is missing. An id stands for one
   * definition for ever, so a changed definition under a known id is ignored and the original keeps running.
   */
  apply(processes: DesiredProcess[]): void
  status(): AgentProcess[]
  /** Ends every process; resolves when none is left. Nothing is started afterwards. */
  shutDown(): Promise<void>
}

export function createSupervisor(dependencies: SupervisionDependencies): Supervisor {
  const running = new Map<string, SupervisedProcess>()
  let desired = new Map<string, DesiredProcess>()
  let isShutDown = false

  function start(definition: DesiredProcess): void {
    const supervised = new SupervisedProcess(definition, dependencies)
    running.set(definition.id, supervised)
    void supervised.ended.then(() => {
      running.delete(definition.id)
      // It may have been asked for again while it was stopping.
      reconcile()
    })
  }

  function reconcile(): void {
    if (isShutDown) return
    for (const [id, supervised] of running) if (!desired.has(id)) supervised.stop()
    for (const [id, definition] of desired) if (!running.has(id)) start(definition)
  }

  return {
    apply(processes) {
      desired = new Map(processes.map((definition) => [definition.id, definition]))
      reconcile()
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
