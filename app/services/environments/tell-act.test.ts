import { describe, expect, it } from 'vitest'
import { auditActions } from '../audit/audit-actions'
import { sentences, tellAct } from './tell-act'

const act = { targetName: 'Shop in Live', before: null, after: null }

describe('what was done to an environment', () => {
  it('has a sentence for every action of the audit log', () => {
    const told = Object.keys(sentences)
    expect(told).toEqual(
      expect.arrayContaining(auditActions.filter((each) => each.startsWith('environment.'))),
    )
  })

  it.each([
    [
      'environment.set-spot-strategy',
      { before: { spotStrategy: 'ALL' }, after: { spotStrategy: 'NONE' } },
      'set the Spot allocation strategy from All Spot to No Spot',
    ],
    ['deployment.approve', { after: { sequence: 5 } }, 'approved deployment 5'],
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
