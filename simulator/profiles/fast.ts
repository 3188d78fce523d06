import { defaultTimings } from '../timings'
import type { Profile } from './profile'

/** An account in which everything is quick and at rest, for a demo. */
export const fast: Profile = {
  name: 'fast',
  says: 'are quick, and nothing in them changes by itself',
  timings: defaultTimings,
  zones: [
    { name: 'us-east-1a', id: 'use1-az1' },
    { name: 'us-east-1b', id: 'use1-az2' },
    { name: 'us-east-1c', id: 'use1-az3' },
  ],
  quotas: {},
  limits: {},
  rates: [],
}
