import { Piscina } from 'piscina'
import { basename } from 'node:path'

interface WorkerPoolOptions {
  /** The module whose functions are the jobs, without its ending. */
  module: URL
  /** The module's `workerData` of piscina. */
  data?: unknown
}

/**
 * A thread for what would keep the event loop busy: one job after the other. It starts with the first job, keeps no process alive
 * and ends with it. A job that ends its thread fails alone, and the next one has another thread.
 */
export class WorkerPool {
  private pool: Piscina | undefined

  constructor(private readonly options: WorkerPoolOptions) {}

  /** Calls the function `job` of the module with what can be cloned of `input`. */
  run(job: string, input: unknown): Promise<unknown> {
    this.pool ??= this.open()
    return this.pool.run(input, { filename: builtFile(this.options.module), name: job })
  }

  private open(): Piscina {
    const pool = new Piscina({ workerData: this.options.data, minThreads: 1, maxThreads: 1 })
    // The thread ended while it did nothing: whatever waits for it fails, and does not wait for ever.
    pool.once('error', () => {
      this.pool = undefined
      void pool.destroy()
    })
    return pool
  }
}

/**
 * The built file of `module`, which is named without its ending: beside the program that was built; of the sources, where tests and benchmarks build it,
 * because Node runs no TypeScript in a thread.
 */
export function builtFile(module: URL): string {
  const here = new URL(import.meta.url)
  const folder = here.pathname.endsWith('.ts') ? '../../node_modules/.cache/jobs/' : './'
  return new URL(`${folder}${basename(module.pathname)}.js`, here).href
}
