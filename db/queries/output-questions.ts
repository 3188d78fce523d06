import type { Sequelize } from 'sequelize'
import type { OutputAnswer, OutputQuestion } from '../../core/output/output-questions'
import { execute, select, selectFirst } from '../sql'

/** After this, nobody waits for the answer any more, and nothing of it is kept. */
const questionLifeMilliseconds = 60_000

/** How many questions of a team may wait or be unread at once. */
export const mostOfTeam = 10

/** Asks, and removes what nobody read in time. @returns false where the team has asked too much already */
export async function askForOutput(
  sequelize: Sequelize,
  row: { id: string; teamId: string; environmentId: string; question: OutputQuestion; now: Date },
): Promise<boolean> {
  await removeOldQuestions(sequelize, row.now)
  const asked = await selectFirst<{ id: string }>(
    sequelize,
    `INSERT INTO output_questions (id, team_id, environment_id, question, asked_at)
     SELECT $1::uuid, $2::uuid, $3::uuid, $4::jsonb, $5::timestamptz
     WHERE (SELECT count(*) FROM output_questions WHERE team_id = $2::uuid) < $6::integer
     RETURNING id`,
    [row.id, row.teamId, row.environmentId, JSON.stringify(row.question), row.now, mostOfTeam],
  )
  return asked !== undefined
}

/** The answer, which is then gone; undefined while there is none. */
export async function takeAnswer(sequelize: Sequelize, id: string): Promise<OutputAnswer | undefined> {
  const row = await selectFirst<{ answer: OutputAnswer }>(
    sequelize,
    'DELETE FROM output_questions WHERE id = $1 AND answer IS NOT NULL RETURNING answer',
    [id],
  )
  return row?.answer
}

/** Nobody waits for this answer any more. */
export const dropQuestion = (sequelize: Sequelize, id: string): Promise<void> =>
  execute(sequelize, 'DELETE FROM output_questions WHERE id = $1', [id])

export const removeOldQuestions = (sequelize: Sequelize, now: Date): Promise<void> =>
  execute(sequelize, 'DELETE FROM output_questions WHERE asked_at < $1', [
    new Date(now.getTime() - questionLifeMilliseconds),
  ])

/** Ids of what waits for an answer. */
export const listOpenQuestions = async (sequelize: Sequelize): Promise<string[]> =>
  (await select<{ id: string }>(sequelize, 'SELECT id FROM output_questions WHERE answer IS NULL')).map(
    ({ id }) => id,
  )

interface OpenQuestion {
  question: OutputQuestion
  /** Id of the row. */
  awsAccount: string
  accountNumber: string
  externalId: string
  logGroups: { applicationId: string; name: string; isMade: boolean }[] | null
}

/** A question with what says where its answer is; undefined once it is answered or gone. */
export const findOpenQuestion = (sequelize: Sequelize, id: string): Promise<OpenQuestion | undefined> =>
  selectFirst<OpenQuestion>(
    sequelize,
    `SELECT q.question, a.id AS "awsAccount", a.account_number AS "accountNumber", a.external_id AS "externalId",
       e.status->'logGroups' AS "logGroups"
     FROM output_questions q
     JOIN environments e ON e.id = q.environment_id AND e.team_id = q.team_id
     JOIN aws_accounts a ON a.id = e.aws_account_id
     WHERE q.id = $1 AND q.answer IS NULL`,
    [id],
  )

export const answerQuestion = (sequelize: Sequelize, id: string, answer: OutputAnswer): Promise<void> =>
  execute(sequelize, 'UPDATE output_questions SET answer = $2::jsonb WHERE id = $1 AND answer IS NULL', [
    id,
    JSON.stringify(answer),
  ])
