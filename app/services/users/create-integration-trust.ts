import { requestMessages } from '../../messages/request-messages'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { DomainError, invalid } from '../../../core/errors'
import { longest } from '../../../core/text/longest'
import { IntegrationTrust } from '../../../db/models/integration-user'
import { findPatternFault } from '../../identities/subject-pattern'
import { line } from '../../input/names'
import { readInput, rule } from '../../input/rule'
import type { HumanActor } from '../actor/actor'
import { recordAudit } from '../audit/record-audit'
import type { Dependencies } from '../dependencies'
import { orWhenTaken } from '../failures/unique-violation'
import { lastingWrite } from '../passwords/lasting-write'
import { requireRoom } from '../quotas/quotas'
import { requireOwn } from '../access/own'
import { callMessages } from '../../messages/call-messages'

export interface TrustInput {
  /** The `iss` of the tokens. */
  issuer: string
  /** With `*` for any characters of one part. */
  subjectPattern: string
  /** The portal's own address, where it is left out or blank. */
  audience?: string
  /** Any, and none, where it is left out or blank. */
  environment?: string
  /** May be absent soon after logging in. */
  currentPassword?: string
}

/**
 * Lets jobs of a build system log in as an integration user, by what their build system says of them.
 *
 * @throws DomainError as `lastingWrite`; `invalid` at its fields, `not-found`, `conflict` for what is trusted already
 */
export async function createIntegrationTrust(
  dependencies: Dependencies,
  actor: HumanActor,
  integrationUserId: string,
  { currentPassword, ...input }: TrustInput,
  submissionId?: string,
): Promise<{ id: string }> {
  const facts = checkTrust(dependencies, input)
  const content = { integrationUserId, ...input }
  const submission = { id: submissionId, content }
  const write = { access: 'admin', reach: 'team', submission, currentPassword } as const
  const create = async (actor: HumanActor) => {
    const user = await requireOwn('integrationUser', actor, integrationUserId)
    const present = await IntegrationTrust.count({ where: { integrationUserId: user.id } })
    requireRoom(dependencies, 'trustsPerIntegrationUser', present)
    const { id } = await IntegrationTrust.create({
      id: randomUUID(),
      integrationUserId: user.id,
      madeBy: actor.userId,
      ...facts,
      createdAt: new Date(dependencies.clock.now()),
    })
    await recordAudit(dependencies, actor, {
      action: 'integration-trust.create',
      target: { id, name: user.name },
      after: facts,
    })
    return { id }
  }
  return orWhenTaken(() => lastingWrite(dependencies, actor, write, create), {
    integration_trusts_once: () => {
      const message = callMessages.identityTrusted
      throw new DomainError('conflict', message, { fields: { subjectPattern: message } })
    },
  })
}

function checkTrust({ identities, publicUrl }: Dependencies, input: TrustInput) {
  const inputRule = z.object({
    issuer: issuerRule(identities.issuers),
    subjectPattern: blankable(longest.identitySubject),
    audience: blankable(longest.identityAudience),
    environment: blankable(longest.identityEnvironment),
  })
  const { issuer, subjectPattern, audience, environment } = readInput(inputRule, input)
  const subject = subjectPattern ?? ''
  const fault = findPatternFault(subject, issuer.subjectStart)
  if (fault) throw invalid(callMessages.subjectPatternWrong(fault), { subjectPattern: fault })
  return {
    issuer: issuer.address,
    subject,
    // The address may change; whoever means it means the one of the day.
    audience: audience === publicUrl ? null : audience,
    environment,
  }
}

const issuerRule = (issuers: Dependencies['identities']['issuers']) =>
  rule((typed: string, refuse) => {
    const issuer = issuers.find(({ address }) => address === typed.trim())
    return (
      issuer ?? refuse(callMessages.issuerUnknown(issuers.map(({ name, address }) => `${address} (${name})`)))
    )
  })

/** A line without blanks around it; null for none. */
const blankable = (mostCharacters: number) =>
  z.pipe(
    rule((typed: string | undefined) => typed ?? ''),
    z.pipe(
      line(mostCharacters, {
        tooLong: requestMessages.tooLong(mostCharacters),
        notOneLine: requestMessages.notOneLine,
      }),
      rule((text: string) => text || null),
    ),
  )
