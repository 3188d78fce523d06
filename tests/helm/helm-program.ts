import { cachedGoProgram } from '../go/cached-program'

/** Helm, of which the go.mod beside this file pins the version. The first build takes about a minute on two cores. */
export const helmProgram = cachedGoProgram(
  { module: import.meta.dirname, name: 'helm', source: 'helm.sh/helm/v3/cmd/helm' },
  'helm',
)
