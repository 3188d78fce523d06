import { Agent, get } from 'node:http'

export interface LoadReport {
  sent: number
  failed: string[]
  /** How often each version answered. */
  answersByVersion: Record<string, number>
  /** How long each answered request took, in order of their answers. */
  milliseconds: number[]
}

/**
 * Sends requests to `url` from `connections` kept-alive connections until `stop` is called, and says what became of each. A
 * failure is anything but a 200 with a version in it.
 */
export function startLoad(url: string, connections: number): { stop(): Promise<LoadReport>; sent(): number } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const report: LoadReport = { sent: 0, failed: [], answersByVersion: {}, milliseconds: [] }
  let isRunning = true
  const worker = async () => {
    while (isRunning) {
      report.sent += 1
      const sentAt = performance.now()
      try {
        const version = await requestVersion(url, agent)
        report.milliseconds.push(performance.now() - sentAt)
        report.answersByVersion[version] = (report.answersByVersion[version] ?? 0) + 1
      } catch (failure) {
        report.failed.push(String(failure))
      }
    }
  }
  const workers = Array.from({ length: connections }, worker)
  return {
    sent: () => report.sent,
    async stop() {
      isRunning = false
      await Promise.all(workers)
      agent.destroy()
      return report
    },
  }
}

function requestVersion(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(
      url,
      { agent, timeout: 10_000, headers: { accept: 'application/json' } },
      (response) => {
        let body = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (body += chunk))
        response.on('error', reject)
        response.on('end', () => {
          if (response.statusCode !== 200)
            return reject(new Error(`${response.statusCode} ${body.slice(0, 200)}`))
          try {
            resolve((JSON.parse(body) as { version: string }).version)
          } catch (failure) {
            reject(failure as Error)
          }
        })
      },
    )
    request.on('timeout', () => request.destroy(new Error('no answer within 10 seconds')))
    request.on('error', reject)
  })
}
