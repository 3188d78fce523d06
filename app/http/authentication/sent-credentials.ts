import { z } from 'zod'
import { longest } from '../../../core/text/longest'
import { boundedText } from '../../input/bounded'

/** The body of `POST /v1/account/login`: who logs in, in one of two ways. */
export const credentialsSchema = z.object({
  email: boundedText(longest.email).optional(),
  password: boundedText(longest.password).optional(),
  authenticationToken: boundedText(longest.code).nullish(),
  integrationToken: boundedText(longest.token).nullish(),
})

/** The credentials of a call. @throws ZodError for what was not checked before */
export const readCredentials = async (request: Request) => credentialsSchema.parse(await request.json())
