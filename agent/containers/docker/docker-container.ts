import { constants } from 'node:os'
import type Docker from 'dockerode'
import type { Logger } from '../../../core/logging/logger'
import type { Clock } from '../../../core/time/clock'
import { presentOutput } from '../output'
import type { Container, ContainerExit } from '../runtime'
import { labels, namesOf } from './container-options'
import { figuresOf } from './control-groups'
import { reasonOf, statusOf } from './docker-client'
import { linesOf } from './log-frames'
import { removeContainer } from './remove-container'
import { watchMemory, type MemorySeen } from './watch-memory'
import { mostOutputLines } from '../../../core/agent/protocol'

/** Docker is asked again so long after it did not answer: it may be restarting. */
const retryMs = 500
/** A Docker that was ended in the middle of a removal may never be able to finish it: then what is left, which does not run, is left. */
const mostRefusedRemovals = 10

interface Dependencies {
  clock: Clock
  log: Logger
}

/** A container that Docker keeps, from what Docker says of it. */
export function toContainer(
  container: Docker.Container,
  inspected: Docker.ContainerInspectInfo,
  { clock, log }: Dependencies,
): Container {
  const environment = toRecord(inspected.Config.Env)
  const secretNames = namesOf(inspected.Config.Labels[labels.secrets])
  const processId = inspected.Config.Labels[labels.process]
  const ended = new AbortController()
  const { Id: id, State } = inspected
  const memory = watchMemory({ id, pid: State.Pid, clock, signal: ended.signal })
  const exited = watchExit(container, clock, memory)
  void exited.then(() => ended.abort())

  /** Signals the container until it has ended: Docker may be away for a moment. */
  async function signal(name: string): Promise<void> {
    while (!ended.signal.aborted) {
      try {
        await container.kill({ signal: name })
        return
      } catch (error) {
        // Not there, or not running any more.
        if ([404, 409].includes(statusOf(error))) return
        log.warn({ processId, reason: reasonOf(error) }, `Docker could not send ${name}`)
        await clock.sleep(retryMs)
      }
    }
  }

  return {
    startedEpoch: Date.parse(inspected.State.StartedAt) || clock.now(),
    exited,
    memoryKills: () => memory.kills,
    figures: () => figuresOf({ id, pid: State.Pid }),
    terminate: () => void signal((inspected.Config as { StopSignal?: string }).StopSignal ?? 'SIGTERM'),
    kill: () => void signal('SIGKILL'),
    async lastOutput() {
      try {
        const log = await container.logs({ stdout: true, stderr: true, tail: mostOutputLines, follow: false })
        return presentOutput(linesOf(log), environment, secretNames)
      } catch (error) {
        log.warn({ processId, reason: reasonOf(error) }, 'Docker did not give the output of a process')
        return []
      }
    },
    async discard() {
      let refusals = 0
      while (refusals < mostRefusedRemovals) {
        try {
          await removeContainer(container)
          return
        } catch (error) {
          if (statusOf(error) !== 0) refusals += 1
          log.warn({ processId, reason: reasonOf(error) }, 'Docker could not remove a container')
          await clock.sleep(retryMs)
        }
      }
    },
  }
}

/** Resolves once it does not run, also when Docker is restarted meanwhile or somebody removes it. */
async function watchExit(
  container: Docker.Container,
  clock: Clock,
  memory: MemorySeen,
): Promise<ContainerExit> {
  for (;;) {
    try {
      await container.wait()
      const inspected = await container.inspect()
      if (!inspected.State.Running) return toExit(inspected, memory)
    } catch (error) {
      if (statusOf(error) === 404) return { code: null, signal: null }
      await clock.sleep(retryMs)
    }
  }
}

const signalNames = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]))
/** A shell's way, and Docker's, to say that a signal ended a program. */
const signalBase = 128

function toExit({ State, Config }: Docker.ContainerInspectInfo, { peakMb }: MemorySeen): ContainerExit {
  const signal = signalNames.get(State.ExitCode - signalBase) ?? null
  return {
    code: signal ? null : State.ExitCode,
    signal,
    ...(State.OOMKilled && { outOfMemory: { limitMb: Number(Config.Labels[labels.memoryMb]), peakMb } }),
  }
}

const toRecord = (variables: string[] | null): Record<string, string> =>
  Object.fromEntries(
    (variables ?? []).map((variable) => {
      const end = variable.indexOf('=')
      return [variable.slice(0, end), variable.slice(end + 1)]
    }),
  )
