import type { LoaderFunctionArgs } from '@remix-run/node'

/** Hands every /v1 request to the API. */
export const loader = ({ context, request }: LoaderFunctionArgs) => context.api(request)

export const action = loader
