import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { Worker } from 'node:worker_threads'

/** What the worker does for each message: a call of the library, synchronous because the thread has nothing else to do. */
const source = `
  const { parentPort, workerData } = require('node:worker_threads')
  const argon2 = require(workerData.library)
  // Of this thread alone; elsewhere it would be the whole process's.
  if (process.platform === 'linux') require('node:os').setPriority(workerData.priority)
  parentPort.on('message', ({ id, name, parameters }) => {
    try {
      parentPort.postMessage({ id, result: argon2[name](...parameters) })
    } catch (error) {
      parentPort.postMessage({ id, error })
    }
  })`

type Answer = { id: number; result: unknown } | { id: number; error: unknown }
interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}

let worker: Worker | undefined
let calls = 0
const waiting = new Map<number, Waiting>()

/**
 * Calls a function of the password library in a thread of its own, one call after the other. On Linux its priority is below
 * that of everything else, so that however many log in at once, pages and calls go first.
 */
export function callPasswordLibrary<Result>(
  name: 'hashSync' | 'verifySync',
  ...parameters: unknown[]
): Promise<Result> {
  const running = (worker ??= startWorker())
  const id = ++calls
  return new Promise<Result>((resolve, reject) => {
    waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
    // The process stays for an answer, and not for a thread that waits for work.
    running.ref()
    running.postMessage({ id, name, parameters })
  })
}

function startWorker(): Worker {
  const started = new Worker(source, {
    eval: true,
    workerData: {
      library: createRequire(import.meta.url).resolve('@node-rs/argon2'),
      priority: constants.priority.PRIORITY_BELOW_NORMAL,
    },
  })
  started.on('message', (answer: Answer) => settle(started, answer))
  started.on('error', (error) => giveUp(started, error))
  started.on('exit', () => giveUp(started, new Error('The thread that computes passwords has ended.')))
  return started
}

function settle(from: Worker, answer: Answer): void {
  const caller = waiting.get(answer.id)
  waiting.delete(answer.id)
  if (waiting.size === 0) from.unref()
  if ('error' in answer) caller?.reject(answer.error)
  else caller?.resolve(answer.result)
}

/** Fails what waits; the next call starts another thread. */
function giveUp(ended: Worker, error: unknown): void {
  if (worker !== ended) return
  worker = undefined
  for (const { reject } of waiting.values()) reject(error)
  waiting.clear()
}
