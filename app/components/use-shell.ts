import { useRouteLoaderData } from '@remix-run/react'

/** What every page has: the data of the root route. */
export interface Shell {
  isSignedIn: boolean
  xsrfToken: string
  /** A fresh id after every navigation; forms make theirs from it. */
  submission: string
  flash: string | undefined
}

const outside: Shell = { isSignedIn: false, xsrfToken: '', submission: '', flash: undefined }

/** The shell's data. Where the root route itself failed there is none. */
export const useShell = (): Shell => (useRouteLoaderData('root') as Shell | undefined) ?? outside
