import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cachedGoProgram } from '../../go/cached-program'

const source = 'github.com/docker/docker'
const [, version = ''] =
  /docker\/docker v([\d.]+)/.exec(readFileSync(join(import.meta.dirname, 'go.mod'), 'utf8')) ?? []

/**
 * Docker of the version that the ECS-optimised image has, which Debian has not; the go.mod beside this file pins it. The first build takes
 * some minutes on two cores.
 */
export const dockerEngine = cachedGoProgram(
  {
    module: import.meta.dirname,
    name: 'dockerd',
    source: `${source}/cmd/dockerd`,
    linkerFlags: `-s -w -X ${source}/dockerversion.Version=${version}`,
    // It has no go.mod of its own, so Go would take its language to be that of 1.16.
    compilerFlags: `${source}/...=-lang=go1.23`,
  },
  'docker',
)
