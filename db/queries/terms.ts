import type { Sequelize } from 'sequelize'
import { select, selectFirst } from '../sql'

/**
 * SQL that joins `users u` with what they accepted, for `hasAccepted`. Expects the present moment as `$1`. Terms that
 * were in force when a person was added bind them through their team; newer ones everybody accepts for themselves.
 */
export const joinTermsInForce = `
  LEFT JOIN (SELECT id, effective_at FROM terms WHERE effective_at <= $1 ORDER BY effective_at DESC LIMIT 1) in_force ON true
  LEFT JOIN terms_acceptances acceptance ON acceptance.user_id = u.id AND acceptance.terms_id = in_force.id`

/** SQL for whether a person accepted the terms in force, as far as they have to. */
export const hasAccepted =
  '(in_force.id IS NULL OR u.created_at >= in_force.effective_at OR acceptance.user_id IS NOT NULL)'

const selectAcceptance = `SELECT ${hasAccepted} AS accepted FROM users u ${joinTermsInForce} WHERE u.id = $2`

/** Whether a person accepted the terms in force at `now`, as far as they have to. */
export const hasAcceptedTerms = async (sequelize: Sequelize, userId: string, now: Date): Promise<boolean> =>
  (await selectFirst<{ accepted: boolean }>(sequelize, selectAcceptance, [now, userId]))?.accepted ?? false

const selectAnnounced = `
  SELECT id, effective_at AS "effectiveAt" FROM terms
  WHERE effective_at > $1
    AND id NOT IN (SELECT terms_id FROM terms_openings WHERE user_id = $2)
    AND id NOT IN (SELECT terms_id FROM terms_acceptances WHERE user_id = $2)
  ORDER BY effective_at LIMIT 1`

/** The next terms after `now` that a person has neither opened nor accepted. */
export const findAnnouncedTerms = (sequelize: Sequelize, userId: string, now: Date) =>
  selectFirst<{ id: string; effectiveAt: Date }>(sequelize, selectAnnounced, [now, userId])

const selectAccepted = `
  SELECT t.id, t.effective_at AS "effectiveAt", a.accepted_at AS "acceptedAt"
  FROM terms_acceptances a JOIN terms t ON t.id = a.terms_id
  WHERE a.user_id = $1 ORDER BY a.accepted_at DESC`

/** The terms that a person accepted, newest first. */
export const listAcceptedTerms = (sequelize: Sequelize, userId: string) =>
  select<{ id: string; effectiveAt: Date; acceptedAt: Date }>(sequelize, selectAccepted, [userId])
