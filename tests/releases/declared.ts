/**
 * Contractions since the release before, in the words of contractionsBetween, each with why that release gets along with it: it uses no more
 * what goes, and writes nothing that the new rule refuses. Emptied when a release is recorded.
 */
export const declared: Record<string, string> = {
  "new rule of audit_entries: TRIGGER AFTER INSERT ON public.audit_entries FOR EACH ROW WHEN ((new.action ~~ 'environment.%'::text)) EXECUTE FUNCTION notify_environment_acts()":
    'It notifies whoever listens, and refuses nothing that the release before writes.',
  "new rule of audit_entries: CHECK (\nCASE\n    WHEN (actor_kind = ANY (ARRAY['anonymous'::text, 'system'::text])) THEN (actor_id IS NULL)\n    ELSE ((actor_kind = ANY (ARRAY['human'::text, 'integration'::text])) AND (actor_id IS NOT NULL))\nEND) NOT VALID":
    'The rule that went, which knew nothing of what SDO does by itself.',
  'new rule of users: CREATE UNIQUE INDEX ON public.users USING btree (lower(email)) WHERE (verified_at IS NOT NULL)':
    'A part of the rule that went, which was about all rows.',
}

/** The same of rules of resources, in the words of rulesOf. */
export const declaredRules: Record<string, string> = {
  'Deployment spec.applications[].image: x-kubernetes-validations {"rule":"self.matches(\'^[^\\\\\\\\s@]+$\')","message":"An image is an address without blanks and digest. Its tag is a field of its own."}':
    'A part of the rule that went, which refused ports besides.',
  'Deployment spec.applications[].tag: x-kubernetes-validations {"rule":"self.matches(\'^([A-Za-z0-9_][A-Za-z0-9_.-]*|sha256:[0-9a-f]{64})$\')","message":"A tag has letters, numbers, underscores, periods and hyphens only, 128 at most; or it is a digest."}':
    'A part of the rule that went, which refused digests besides.',
  'Deployment spec.applications[].ports[].subdomain: x-kubernetes-validations {"rule":"self.matches(\'^(@|[*]|([*][.])?[a-z0-9]+(-[a-z0-9]+)*)$\')","message":"A subdomain of a port has lower-case letters, numbers and single hyphens only, and starts and ends with a letter or number; or it is @ for the end of the names itself, or a wildcard: *, *.app."}':
    'The rule that went, and the names that it refused besides: the end itself and wildcards.',
}
