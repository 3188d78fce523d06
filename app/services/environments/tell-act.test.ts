import { describe, expect, it } from 'vitest'
import { auditActions } from '../audit/audit-actions'
import { sentences, tellAct } from './tell-act'

const act = { targetName: 'Shop in Live', before: null, after: null }

describe('what was done to an environment', () => {
  it('has a sentence for every action of the audit log', () => {
    const ofEnvironments = auditActions.filter((action) => action.startsWith('environment.'))
    expect(Object.keys(sentences).sort()).toEqual([...ofEnvironments].sort())
  })

  it.each([
    ['environment.override-application', {}, 'set the overrides of Shop in Live'],
    [
      'environment.rename',
      { before: { name: 'A' }, after: { name: 'B' } },
      'renamed the environment from A to B',
    ],
    [
      'environment.set-linked-networks',
      { after: { networks: ['vpc-1', 'vpc-2'] } },
      'set the linked external networks to vpc-1, vpc-2',
    ],
    [
      'environment.set-linked-networks',
      { after: { networks: [] } },
      'set the linked external networks to none',
    ],
  ])('reads well: %s', (action, facts, sentence) => {
    expect(tellAct({ ...act, ...facts, action })).toBe(sentence)
  })
})
