import { useSyncExternalStore } from 'react'

/** Whether scripts have taken the page over. The first render is the same on both sides. */
export const useInBrowser = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => undefined
