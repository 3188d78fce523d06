import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { createApi } from '../api/router'
import { apiTable } from '../api/table'

const answer = createApi(apiTable)

/** Every path of /v1 and every method, those that it does not know as well. */
export const loader = ({ request, context }: LoaderFunctionArgs) => answer(request, context)

export const action = ({ request, context }: ActionFunctionArgs) => answer(request, context)
