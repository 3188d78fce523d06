import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sequelize } from 'sequelize'
import type { MemoryStore } from '../../builders/memory-store'

const pauseMilliseconds = 250

/** People, one of whom asks for something of an environment every quarter of a second. */
export class Clicks {
  private readonly awaited = new Map<string, () => void>()
  private asked = 0

  constructor(
    private readonly sequelize: Sequelize,
    store: MemoryStore,
    private readonly environments: number,
    private readonly signal: AbortSignal,
  ) {
    const removed = () => undefined
    store.watch('Environment', { changed: ({ spec }) => this.arrived(spec.displayName), removed }, signal)
    store.watch('Deployment', { changed: ({ metadata }) => this.arrived(metadata.name), removed }, signal)
  }

  /** Asks for so long. @returns how long each took to its resource, in milliseconds, when all have one */
  async during(milliseconds: number): Promise<number[]> {
    const began = performance.now()
    const took: Promise<number>[] = []
    while (performance.now() - began < milliseconds) {
      took.push(this.ask())
      await sleep(pauseMilliseconds, undefined, { signal: this.signal })
    }
    return Promise.all(took)
  }

  /** In turns another name of an environment, and a deployment. */
  private async ask(): Promise<number> {
    this.asked += 1
    // Those that are asked of come from all over.
    const environment = `md5('environments' || ${((this.asked * 7919) % this.environments) + 1})::uuid`
    const name = randomUUID()
    const began = performance.now()
    const arrival = new Promise<void>((resolve) => this.awaited.set(name, resolve))
    await this.sequelize.query(
      this.asked % 2 === 0
        ? `UPDATE environments SET name = '${name}', desired_revision = desired_revision + 1 WHERE id = ${environment}`
        : `INSERT INTO deployments (id, environment_id, sequence, kind, changes, restores_version_id)
           SELECT '${name}', environment_id, max(sequence) + 1, 'patch', '[]', NULL FROM deployments
           WHERE environment_id = ${environment} GROUP BY environment_id`,
    )
    await arrival
    return performance.now() - began
  }

  private arrived(name: string): void {
    this.awaited.get(name)?.()
    this.awaited.delete(name)
  }
}
