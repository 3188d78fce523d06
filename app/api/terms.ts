import { z } from 'zod'
import { idText } from '../input/bounded'
import { successSchema } from '../services/answers/success'
import { defineCall, idParams } from './call'

const termsSchema = z.object({
  id: z.string(),
  content: z.string(),
  futureEffectiveEpoch: z.int().nullable(),
})

export const termsCalls = [
  defineCall('GET /v1/view-controller/terms', {
    summary: 'Terms of service by id, or those in force',
    access: 'public',
    query: z.object({ id: idText.optional() }),
    response: termsSchema,
    refusals: ['not-found'],
    run: ({ services, query }) => services.terms.getTerms(query.id),
  }),
  defineCall('GET /v1/view-controller/terms/unaccepted', {
    summary: 'The terms that the caller has to accept, if any, and those that are announced',
    access: 'terms-acceptance',
    response: z.object({ terms: z.array(termsSchema) }),
    run: ({ services, actor }) => services.terms.listUnacceptedTerms(actor),
  }),
  defineCall('POST /v1/terms/accept/{id}', {
    summary: 'Accept terms of service that are in force or announced',
    access: 'terms-acceptance',
    audit: 'user.accept-terms',
    params: idParams,
    response: successSchema,
    refusals: ['conflict'],
    run: ({ services, actor, params }) => services.terms.acceptTerms(actor, params.id),
  }),
  defineCall('POST /v1/terms/opened/{id}', {
    summary: 'Note that the caller was shown terms of service',
    access: 'terms-acceptance',
    audit: { unrecorded: 'notes that somebody looked, and gives nothing' },
    params: idParams,
    response: successSchema,
    run: ({ services, actor, params }) => services.terms.openTerms(actor, params.id),
  }),
]
