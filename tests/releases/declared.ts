/**
 * Contractions since the release before, in the words of contractionsBetween, each with why that release gets along with it: it uses no more
 * what goes, and writes nothing that the new rule refuses. Emptied when a release is recorded.
 */
export const declared: Record<string, string> = {
  "new rule of audit_entries: TRIGGER AFTER INSERT ON public.audit_entries FOR EACH ROW WHEN ((new.action ~~ 'environment.%'::text)) EXECUTE FUNCTION notify_environment_acts()":
    'It notifies whoever listens, and refuses nothing that the release before writes.',
  'new rule of users: CREATE UNIQUE INDEX ON public.users USING btree (lower(email)) WHERE (verified_at IS NOT NULL)':
    'A part of the rule that went, which was about all rows.',
}
