import type { Sequelize } from 'sequelize'
import { createMask } from '../../../core/output/mask'
import type { PrintedLine } from '../../../core/output/output-questions'
import { toShown } from '../../../core/output/printable'
import { readLine } from '../../../core/output/read-line'
import type { Environment } from '../../../db/models/environment'
import { listPrintedVariables } from '../../../db/queries/printed-variables'
import { readApplicationNames } from './application-names'
import type { PrintedLineView } from './output-views'
import { readColors } from './read-colors'

const longestLine = 8_000

/** Lines as people may read them: with values of secret variables hidden, and without what a terminal would obey. */
export async function presentLines(
  sequelize: Sequelize,
  environment: Environment,
  lines: readonly PrintedLine[],
): Promise<PrintedLineView[]> {
  // Who follows asks every few seconds, and mostly there is nothing new to hide anything in.
  if (lines.length === 0) return []
  const ids = [...new Set(lines.map(({ applicationId }) => applicationId))]
  const names = await readApplicationNames(ids)
  const masks = await createMasks(sequelize, environment, ids)
  return lines.map(({ epoch, processId, applicationId, text }) => {
    const hide = (line: string) => (masks.get(applicationId) ?? []).reduce((shown, mask) => mask(shown), line)
    const shown = toShown(text, hide).trimEnd()
    const { level } = readLine(shown)
    const parts = shown.length > longestLine ? undefined : readColors(text.trimEnd())
    const isWhole =
      parts
        ?.map((part) => part.text)
        .join('')
        .trimEnd() === shown
    return {
      epoch,
      processId,
      applicationId,
      applicationName: names.get(applicationId) ?? applicationId,
      ...(level && { level }),
      ...(isWhole && { parts }),
      text: shown.length > longestLine ? `${shown.slice(0, longestLine)}…` : shown,
    }
  })
}

/** By application: what hides the variables that run, and those of the next deployment. Secrets of the account are known to their processes alone. */
async function createMasks(
  sequelize: Sequelize,
  { id: environmentId, status }: Environment,
  applicationIds: string[],
): Promise<Map<string, ((line: string) => string)[]>> {
  const running = (status?.processes ?? []).filter(({ applicationId }) =>
    applicationIds.includes(applicationId),
  )
  const deploymentIds = [...new Set(running.map(({ deployment }) => deployment))]
  const rows = await listPrintedVariables(sequelize, { environmentId, applicationIds, deploymentIds })
  const masks = new Map<string, ((line: string) => string)[]>()
  for (const { applicationId, environmentVariables } of rows)
    if (environmentVariables)
      masks.set(applicationId, [...(masks.get(applicationId) ?? []), createMask(environmentVariables)])
  return masks
}
