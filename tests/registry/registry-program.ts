import { cachedGoProgram } from '../go/cached-program'

/** The registry of the CNCF, of which the go.mod beside this file pins the version. The first build takes about three minutes on two cores. */
export const registryProgram = cachedGoProgram(
  {
    module: import.meta.dirname,
    name: 'registry',
    source: 'github.com/distribution/distribution/v3/cmd/registry',
  },
  'registry',
)
