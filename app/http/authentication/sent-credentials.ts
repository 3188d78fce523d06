import { z } from 'zod'
import { longest } from '../../../core/text/longest'
import { boundedText, idText } from '../../input/bounded'

/** The body of `POST /v1/account/login`: who logs in, in one of two ways. */
export const credentialsSchema = z.object({
  email: boundedText(longest.email).optional(),
  password: boundedText(longest.password).optional(),
  authenticationToken: boundedText(longest.code).nullish(),
  integrationToken: boundedText(longest.token).nullish(),
})

/** The body of `POST /v1/account/login/identity`: which job logs in, and as whom. */
export const identitySchema = z.object({
  integrationUserId: idText,
  identityToken: boundedText(longest.identityToken),
})

/** The credentials of a call. @throws ZodError for what was not checked before */
export const readCredentials = async (request: Request) => credentialsSchema.parse(await request.json())
