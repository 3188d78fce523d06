import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { longestProcessMessage, type AgentReplacement, type RunningRelease } from '../../core/agent/protocol'
import type { Logger } from '../../core/logging/logger'
import { fetchRelease } from './fetch-release'
import type { ReleaseFolder } from './release-folder'

const run = promisify(execFile)

/** Time limit for an agent to read its bootstrap and end. */
const checkMilliseconds = 30_000
/** A release that nobody reached for so long does not come up; less than an instance may be silent before it is replaced. */
const trialMilliseconds = 45_000

export interface ReplaceableRelease {
  running(): RunningRelease
  /** Gives way to another release, in the background. Asked again for the same attempt, or while one is under way, nothing happens. */
  replace(request: AgentReplacement): void
  /** The controller has reached this release: it has proved itself. */
  prove(): void
}

interface ReleaseOptions {
  releases: ReleaseFolder
  bootstrapFile: string
  log: Logger
  /** Ends the agent, for whoever starts it again. */
  restart(): void
}

/** The release that runs. One on trial ends by itself if nobody reaches it. */
export function createReplaceableRelease({
  releases,
  bootstrapFile,
  log,
  restart,
}: ReleaseOptions): ReplaceableRelease {
  const sha256 = releases.current
  const { refusedAttempt } = releases
  let refused: RunningRelease['refused'] =
    refusedAttempt === undefined ? undefined : { attempt: refusedAttempt, message: 'It did not come up.' }
  let isReplacing = false
  let isOnTrial = releases.isOnTrial
  const trial = isOnTrial
    ? setTimeout(() => {
        log.error({ release: sha256 }, 'Nobody reached this release: it gives way to the one before')
        restart()
      }, trialMilliseconds)
    : undefined

  async function endForRelease(request: AgentReplacement): Promise<void> {
    await fetchRelease(releases, request)
    await check(releases.folderOf(request.sha256), bootstrapFile)
    releases.switchTo(request.sha256, request.attempt)
    log.info({ from: sha256, to: request.sha256 }, 'The agent gives way to another release')
    restart()
  }

  return {
    running: () => ({ sha256, ...(refused && { refused }) }),
    replace(request) {
      const { attempt } = request
      if (isReplacing || request.sha256 === sha256 || refused?.attempt === attempt) return
      isReplacing = true
      refused = undefined
      endForRelease(request).catch((error: unknown) => {
        isReplacing = false
        log.error({ err: error, release: request.sha256 }, 'The agent could not give way to another release')
        const reason = error instanceof Error ? error.message : String(error)
        refused = { attempt, message: `${reason}.`.slice(0, longestProcessMessage) }
      })
    },
    prove() {
      if (!isOnTrial) return
      isOnTrial = false
      clearTimeout(trial)
      releases.confirm()
      log.info({ release: sha256 }, 'This release has proved itself')
    },
  }
}

/** Whether the release runs on this machine and understands its bootstrap. @throws Error for people */
async function check(folder: string, bootstrapFile: string): Promise<void> {
  const parameters = [join(folder, 'agent.js'), '--bootstrap', bootstrapFile, '--check']
  try {
    await run(join(folder, 'node'), parameters, {
      timeout: checkMilliseconds,
      env: { NODE_ENV: 'production' },
    })
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    const said = stderr.trim().split('\n').at(-1)
    throw new Error(`It does not start on this instance${said ? `: ${said}` : ''}`, { cause: error })
  }
}
