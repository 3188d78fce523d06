import { z } from 'zod'
import { longest } from '../../../core/text/longest'
import { boundedText } from '../../input/bounded'

/** What `POST /v1/account/login` takes: who logs in, in one of two ways. */
export const credentialsSchema = z.object({
  email: boundedText(longest.email).optional(),
  password: boundedText(longest.password).optional(),
  authenticationToken: boundedText(longest.code).nullish(),
  integrationToken: boundedText(longest.token).nullish(),
})

/** Those of a call. @throws ZodError for what was not checked before */
export const readCredentials = async (request: Request) => credentialsSchema.parse(await request.json())
