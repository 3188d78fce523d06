/**
 * What is meant to read a table as a whole, by a part of the statement that no other has, and why nobody waits for that. A semicolon is the end of
 * the statement.
 */
export const wholeTables: Record<string, string> = {
  'FROM sessions WHERE expires_at <= $1 OR last_seen_at <= $2':
    'As many as people are logged in. An index on when they came last would be written at each visit.',
  'FROM "mail_messages" AS "MailMessage" ORDER BY "createdAt"': 'The mailbox of npm start.',
  'FROM "mail_messages" AS "MailMessage" WHERE "MailMessage"."id" >':
    'Walked to its end at each start of the app, for what is to be sealed anew.',
  'FROM "authenticator_tokens" AS "AuthenticatorToken";': 'Once, at a start of npm start that has new keys.',
  "status = jsonb_set(status, '{phase}'": 'Once, in an upgrade.',
  "status = (status - 'liveDeployment')": 'Once, in an upgrade.',
  'array_agg(DISTINCT application.id) AS "applicationIds"': 'Once an hour, of all teams.',
  'AS "hasColleagues" FROM users u JOIN teams t': 'Once an hour, of all teams.',
  'known.environment_id = e.id WHERE e.sleep_after_minutes > 0':
    'Once a minute, of environments that are to sleep without requests: here all are.',
}
