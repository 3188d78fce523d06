/**
 * SQL that joins `users u` with what they accepted, for `hasAcceptedTerms`. Expects the present moment as `$1`. Terms that
 * were in force when a person was added bind them through their team; newer ones everybody accepts for themselves.
 */
export const joinTermsInForce = `
  LEFT JOIN (SELECT id, effective_at FROM terms WHERE effective_at <= $1 ORDER BY effective_at DESC LIMIT 1) in_force ON true
  LEFT JOIN terms_acceptances acceptance ON acceptance.user_id = u.id AND acceptance.terms_id = in_force.id`

/** SQL for whether a person accepted the terms in force, as far as they have to. */
export const hasAcceptedTerms =
  '(in_force.id IS NULL OR u.created_at >= in_force.effective_at OR acceptance.user_id IS NOT NULL)'
