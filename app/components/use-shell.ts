import { useRouteLoaderData } from '@remix-run/react'
import type { FlashMessage } from '../http/request/context'

/** The data of the root route, which every page has. */
export interface Shell {
  /** Whether somebody is signed in; undefined where that could not be found out. */
  isSignedIn: boolean | undefined
  xsrfToken: string
  /** A fresh id after every navigation; forms make theirs from it. */
  submission: string
  flash: FlashMessage | undefined
  /** Script that records the session; undefined where nothing is recorded. */
  sessionRecordingUrl: string | undefined
}

const outside: Shell = {
  isSignedIn: undefined,
  xsrfToken: '',
  submission: '',
  flash: undefined,
  sessionRecordingUrl: undefined,
}

/** The shell's data. Where the root route itself failed there is none. */
export const useShell = (): Shell => (useRouteLoaderData('root') as Shell | undefined) ?? outside
