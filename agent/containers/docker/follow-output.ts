import { PassThrough } from 'node:stream'
import type Docker from 'dockerode'
import type { LineSender } from '../../output/line-sender'
import { readLines } from '../read-lines'

/** Longest line in bytes, about as long as CloudWatch Logs takes as one. */
const longestLine = 200_000

/**
 * Sends what a container prints from `sinceEpoch` on until it has ended: for a Docker that has no credentials of the instance's to send it
 * with. What is printed while nobody follows is lost.
 */
export async function followOutput(
  container: Docker.Container,
  { sender, sinceEpoch }: { sender: LineSender; sinceEpoch: number },
): Promise<void> {
  try {
    const log = await container.logs({
      follow: true,
      stdout: true,
      stderr: true,
      since: Math.floor(sinceEpoch / 1000),
    })
    const streams = [new PassThrough(), new PassThrough()] as const
    container.modem.demuxStream(log, ...streams)
    log.once('close', () => streams.forEach((stream) => stream.end()))
    log.once('end', () => streams.forEach((stream) => stream.end()))
    await Promise.all(
      streams.map(async (stream) => {
        for await (const line of readLines(stream, longestLine)) sender.add(line)
      }),
    )
  } catch {
    // Docker is away, and with it the container.
  } finally {
    sender.end()
  }
}
