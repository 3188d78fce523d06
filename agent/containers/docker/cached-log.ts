import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { bytesPerLogEvent, type LogCounter } from '../../output/log-meter'
import { entryAt } from './log-entries'

const chunkBytes = 256 * 1024

interface CachedLogOptions {
  /** The folder in which Docker keeps everything. */
  root: string
  containerId: string
  /** What was printed before is not counted. */
  sinceEpoch: number
}

interface CachedLog extends LogCounter {
  /** The container has ended: once its files are gone, nothing more comes. */
  end(): void
}

/**
 * Counts what Docker sends for a container, by what it keeps beside that. It reads the files and asks nobody: following the output of fifty
 * containers through Docker would cost both sides more. Docker replaces the file when it is full: what was not read of the old one still can be,
 * because it stays open here.
 */
export function openCachedLog({ root, containerId, sinceEpoch }: CachedLogOptions): CachedLog {
  const path = join(root, 'containers', containerId, 'container-cached.log')
  let file = open(path)
  let offset = 0
  let hasEnded = false
  let isThere = true

  function countFile(untilEpoch: number): number {
    let counted = 0
    if (!file) return 0
    const size = fstatSync(file.descriptor).size
    while (offset < size) {
      const content = read(file.descriptor, offset, size)
      const { bytes, length, isLater } = countEntries(content, { sinceEpoch, untilEpoch })
      counted += bytes
      offset += length
      if (isLater || length === 0) break
    }
    return counted
  }

  return {
    count(untilEpoch) {
      file ??= open(path)
      try {
        let counted = countFile(untilEpoch)
        const present = inodeOf(path)
        isThere = present !== undefined
        if (file && present !== file.inode) {
          // Nothing more is written to it, whenever its last lines were printed.
          counted += countFile(Infinity)
          closeSync(file.descriptor)
          file = open(path)
          offset = 0
          counted += countFile(untilEpoch)
        }
        return file || counted > 0 ? counted : undefined
      } catch {
        return undefined
      }
    },
    isOver: () => hasEnded && !isThere,
    end: () => (hasEnded = true),
    close: () => {
      if (file) closeSync(file.descriptor)
      file = undefined
    },
  }
}

interface OpenFile {
  descriptor: number
  inode: number
}

function open(path: string): OpenFile | undefined {
  try {
    const descriptor = openSync(path, 'r')
    return { descriptor, inode: fstatSync(descriptor).ino }
  } catch {
    return undefined
  }
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/** From an offset, as much as is read at once. Docker parts lines of more than 16 KB: an entry is much shorter. */
function read(descriptor: number, offset: number, size: number): Buffer {
  const content = Buffer.allocUnsafe(Math.min(chunkBytes, size - offset))
  return content.subarray(0, readSync(descriptor, content, 0, content.length, offset))
}

interface Counted {
  /** As AWS counts them. */
  bytes: number
  /** How far whole entries go that were counted, or are older. */
  length: number
  /** Whether the next one is from after the time. */
  isLater: boolean
}

function countEntries(
  content: Buffer,
  { sinceEpoch, untilEpoch }: { sinceEpoch: number; untilEpoch: number },
): Counted {
  const counted: Counted = { bytes: 0, length: 0, isLater: false }
  for (;;) {
    const entry = entryAt(content, counted.length)
    if (!entry) return counted
    if (entry.epoch > untilEpoch) return { ...counted, isLater: true }
    counted.length += entry.bytes
    if (entry.epoch > sinceEpoch) counted.bytes += entry.lineBytes + (entry.endsLine ? bytesPerLogEvent : 0)
  }
}
