import type Docker from 'dockerode'
import { expect, it } from 'vitest'
import { hasOwnInit } from './own-init'

it.each([
  [['/init'], [], true],
  [null, ['/sbin/init'], true],
  [['/usr/bin/tini', '--', '/entrypoint.sh'], null, true],
  [['dumb-init', '--'], ['node', 'index.js'], true],
  [['docker-entrypoint.sh'], ['nginx', '-g', 'daemon off;'], false],
  [null, ['node', 'init'], false],
  [undefined, undefined, false],
])(
  'an image with the entry point %j and the command %j has an init of its own: %s',
  (Entrypoint, Cmd, has) => {
    expect(hasOwnInit({ Config: { Entrypoint, Cmd } } as unknown as Docker.ImageInspectInfo)).toBe(has)
  },
)
