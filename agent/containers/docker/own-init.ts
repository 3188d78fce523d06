import { posix } from 'node:path'
import type Docker from 'dockerode'

/** Programs that want to be the first process of a container themselves; some of them (s6, systemd) refuse to be another. */
const inits = new Set([
  ...['init', 'systemd', 'my_init', 's6-svscan', 's6-init', 'runit', 'runit-init', 'runsvdir', 'runsvinit'],
  ...['tini', 'tini-static', 'dumb-init', 'catatonit', 'docker-init', 'supervisord', 'pid1'],
])

/** Whether an image begins with an init of its own. */
export function hasOwnInit({ Config }: Docker.ImageInspectInfo): boolean {
  const [entry] = [Config.Entrypoint ?? [], Config.Cmd ?? []].flat()
  return entry !== undefined && inits.has(posix.basename(entry))
}
