/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />
import type { AppContext } from './http/request/context'

declare module '@remix-run/server-runtime' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the way Remix 2 learns the type of `context`
  interface AppLoadContext extends AppContext {}
}
