import { readKeyRing } from '../../app/services/secrets/key-ring'

/** What tests seal the keys of authenticator apps with. */
export const testKeys = readKeyRing(`test:${Buffer.alloc(32, 'test').toString('base64')}`)
