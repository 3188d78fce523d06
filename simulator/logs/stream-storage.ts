import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { coalesceWrites } from '../coalesced-writes'

/** Address of a stream: account, group and name. */
export interface StreamAddress {
  accountNumber: string
  group: string
  stream: string
}

const logLineSchema = z.object({
  /** Epoch at which it was printed, by its sender. */
  epoch: z.number(),
  text: z.string(),
  /** Epoch at which it came in, by the clock of the simulated cloud. */
  receivedEpoch: z.number(),
})
const streamSchema = z.object({
  accountNumber: z.string(),
  group: z.string(),
  stream: z.string(),
  createdEpoch: z.number(),
  /** Oldest first. */
  lines: z.array(logLineSchema),
})
export type LogLine = z.infer<typeof logLineSchema>
export type StreamState = z.infer<typeof streamSchema>

/** Storage of streams. */
export interface StreamStorage {
  load(): Promise<StreamState[]>
  /** Resolves when the stream is kept as it was at the call or later. */
  save(stream: StreamState): Promise<void>
  remove(address: StreamAddress): Promise<void>
}

export const forgetfulStreams: StreamStorage = {
  load: async () => [],
  save: async () => undefined,
  remove: async () => undefined,
}

/** A file for each stream in `folder`, readable by its owner only: nobody knows what programs print. */
export function streamFolder(folder: string): StreamStorage {
  const saves = new WeakMap<StreamState, () => Promise<void>>()
  const fileOf = ({ accountNumber, group, stream }: StreamAddress) =>
    join(
      folder,
      `${createHash('sha256')
        .update(JSON.stringify([accountNumber, group, stream]))
        .digest('hex')
        .slice(0, 32)}.json`,
    )

  async function write(stream: StreamState): Promise<void> {
    const file = fileOf(stream)
    await writeFile(`${file}.new`, JSON.stringify(stream), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }

  return {
    async load() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const files = (await readdir(folder)).filter((name) => name.endsWith('.json'))
      const contents = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
      // Of output nobody's work depends on, what cannot be read is left out.
      return contents.flatMap((content) => streamSchema.safeParse(parseJson(content)).data ?? [])
    },
    save(stream) {
      const save = saves.get(stream) ?? coalesceWrites(() => write(stream))
      saves.set(stream, save)
      return save()
    },
    remove: (address) => rm(fileOf(address), { force: true }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
