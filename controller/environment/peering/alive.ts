import type { Peering } from '../../cloud/cloud'

/** Whether traffic goes through a connection, or may soon. */
export const isAlive = ({ state }: Peering): boolean => state !== 'gone' && state !== 'failed'
