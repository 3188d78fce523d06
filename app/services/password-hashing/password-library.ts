import type { Options } from '@node-rs/argon2'
import { WorkerPool } from '../../../core/workers/worker-pool'

const pool = new WorkerPool({ module: new URL('./hash-job', import.meta.url) })

/** Argon2 in a thread of its own. */
export const passwordLibrary = {
  hash: (password: string, strength: Options) => pool.run('hash', { password, strength }) as Promise<string>,
  verify: (hash: string, password: string) => pool.run('verify', { hash, password }) as Promise<boolean>,
}
