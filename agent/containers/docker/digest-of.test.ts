import { expect, it } from 'vitest'
import { digestOf } from './pull-image'

const [a, b] = [`sha256:${'a'.repeat(64)}`, `sha256:${'b'.repeat(64)}`]

it('an image has the digest of the repository that it is asked for by, and of no other that it was pushed to', () => {
  const RepoDigests = [`registry.example.com/team/web@${a}`, `ghcr.io/team/web@${b}`]
  expect(digestOf({ RepoDigests }, 'ghcr.io/team/web')).toBe(b)
  expect(digestOf({ RepoDigests }, 'registry.example.com/team/web')).toBe(a)
  expect(digestOf({ RepoDigests }, 'team/web')).toBeUndefined()
  expect(digestOf({ RepoDigests }, 'ghcr.io/team/web-2')).toBeUndefined()
})

it('Docker and podman may leave out what is usual, or say it', () => {
  expect(digestOf({ RepoDigests: [`web@${a}`] }, 'docker.io/library/web')).toBe(a)
  expect(digestOf({ RepoDigests: [`docker.io/library/web@${a}`] }, 'web')).toBe(a)
})
