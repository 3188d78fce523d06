import { describe, expect, it } from 'vitest'
import { readIssuers, usualIssuers } from './issuers'

describe('OIDC_ISSUERS', () => {
  it('names issuers, with sub as their subject unless it says otherwise', () => {
    const text = JSON.stringify([
      { name: 'GitLab', issuer: 'https://gitlab.example.com', subjectStart: 'project_path:' },
      { name: 'Jenkins', issuer: 'http://127.0.0.1:8080/oidc', subjectClaim: 'job' },
    ])
    expect(readIssuers(text)).toEqual([
      {
        name: 'GitLab',
        address: 'https://gitlab.example.com',
        subjectClaim: 'sub',
        subjectStart: 'project_path:',
      },
      { name: 'Jenkins', address: 'http://127.0.0.1:8080/oidc', subjectClaim: 'job', subjectStart: '' },
    ])
    expect(readIssuers('[]')).toEqual([])
  })

  it.each([
    'github',
    '{}',
    '[{"name":"x"}]',
    '[{"name":"x","issuer":"http://builds.example.com"}]',
    '[{"name":"x","issuer":"https://user@builds.example.com"}]',
    '[{"name":"x","issuer":"https://builds.example.com?a=b"}]',
    '[{"name":"x","issuer":"https://builds.example.com","audience":"y"}]',
  ])('is refused with what it should be: %s', (text) => {
    expect(() => readIssuers(text)).toThrow(/must be a JSON list/)
  })

  it('names each once', () => {
    const issuer = { name: 'x', issuer: 'https://builds.example.com' }
    expect(() => readIssuers(JSON.stringify([issuer, issuer]))).toThrow('must name each issuer once')
  })

  it('is usually GitHub, GitLab.com and Buildkite, whose subjects name the owner second', () => {
    expect(usualIssuers.map(({ name, subjectStart }) => [name, subjectStart])).toEqual([
      ['GitHub Actions', 'repo:'],
      ['GitLab.com', 'project_path:'],
      ['Buildkite', 'organization:'],
    ])
  })
})
