import { cachedGoProgram } from '../go/cached-program'

/** Prometheus's own checker of rules, of which the go.mod beside this file pins the version. The first build takes some minutes on two cores. */
export const promtool = cachedGoProgram(
  {
    module: import.meta.dirname,
    name: 'promtool',
    source: 'github.com/prometheus/prometheus/cmd/promtool',
  },
  'promtool',
)
