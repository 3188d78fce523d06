import { workerData } from 'piscina'

export const echo = (input: unknown) => [workerData as unknown, input]

export const fail = (message: string) => {
  throw new Error(message)
}

/** Ends the thread. */
export const exit = (code: number) => process.exit(code)

/** Breaks the thread after the job is done. */
export const breakLater = (milliseconds: number) => {
  setTimeout(() => {
    throw new Error('broken')
  }, milliseconds)
}
