import type { Sequelize } from 'sequelize'
import { startChanges } from '../../../../app/services/background/start-changes'
import { CloudError, type EventFilter, type EventPage } from '../../../../controller/cloud/cloud'
import { answerOutputQuestions } from '../../../../controller/mirror/answer-output-questions'
import { logGroupPath } from '../../../../core/aws/log-groups'
import { silentLogger } from '../../../../core/logging/logger'
import { systemClock } from '../../../../core/time/clock'
import { Environment } from '../../../../db/models/environment'
import { allShards } from '../../../builders/all-shards'
import { buildEnvironmentStatus } from '../../../builders/resource-status'

interface Printed {
  process: string
  text: string
  epoch: number
}

/** What processes print, in groups that the controller itself searches for whoever asks. */
export function startPrinting({ sequelize, databaseUrl }: { sequelize: Sequelize; databaseUrl: string }) {
  const ended = new AbortController()
  const groups = new Map<string, EventPage['lines']>()
  const common = { databaseUrl, clock: systemClock, log: silentLogger }
  const filterEvents = ({ group, stream, text = '', ...range }: EventFilter): Promise<EventPage> => {
    const lines = groups.get(group)
    if (!lines) return Promise.reject(new CloudError('not-found', 'There is no such group.'))
    return Promise.resolve({
      lines: lines
        .filter(
          (line) =>
            (stream === undefined || line.stream === stream) &&
            line.text.includes(text) &&
            line.epoch >= range.fromEpoch &&
            line.epoch < range.untilEpoch,
        )
        .sort((one, other) => one.epoch - other.epoch),
    })
  }
  const { changes, ended: unheard } = startChanges({ ...common, signal: ended.signal })
  const answered = answerOutputQuestions(
    { ...common, sequelize, terms: allShards({ logsOf: () => ({ filterEvents }) }) },
    ended.signal,
  )
  return {
    changes,
    /** Gives applications of an environment a log group each. */
    async giveGroups(environmentId: string, applicationIds: string[]): Promise<void> {
      const environment = await Environment.findByPk(environmentId, { rejectOnEmpty: true })
      const logGroups = applicationIds.map((applicationId) => ({
        applicationId,
        name: groupOf(applicationId),
        isMade: true,
      }))
      await environment.update({
        status: buildEnvironmentStatus({ ...environment.status, logGroups }),
      })
    },
    print(applicationId: string, lines: Printed[]): void {
      const before = groups.get(groupOf(applicationId)) ?? []
      const added = lines.map(({ process, text, epoch }) => ({ stream: process, text, epoch }))
      groups.set(groupOf(applicationId), [...before, ...added])
    },
    async close(): Promise<void> {
      ended.abort()
      await Promise.all([unheard, answered])
    },
  }
}

const groupOf = (applicationId: string) => `${logGroupPath}${applicationId}`
