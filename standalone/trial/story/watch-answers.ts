import type { Findings } from '../run/findings'
import type { Trial } from '../run/step'

/** Asks an address again and again until it is ended, and then notes whether every request was answered. */
export function watchAnswers({ account, clock, limits }: Trial, url: string) {
  const ending = new AbortController()
  let asked = 0
  let lost = 0
  const asking = (async () => {
    while (!ending.signal.aborted) {
      asked += 1
      if (!(await account.isAnswering(url))) lost += 1
      await clock.sleep(limits.pauseMs, ending.signal)
    }
  })()
  return {
    /** @param when as in “while the agent was replaced” */
    async end(findings: Findings, when: string): Promise<void> {
      ending.abort()
      await asking
      findings.expect(
        lost === 0,
        `All ${asked} requests were answered ${when}.`,
        `${lost} of ${asked} requests were not answered ${when}.`,
      )
    },
  }
}
