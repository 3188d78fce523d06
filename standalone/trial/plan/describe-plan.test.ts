import { expect, it } from 'vitest'
import type { TrialChoices } from '../run/step'
import { steps } from '../story/steps'
import { most, mostCost } from './cost'
import { describePlan } from './describe-plan'

const about = {
  accountNumber: '111122223333',
  region: 'us-east-1',
  identity: 'arn:aws:iam::111122223333:user/me',
}
const image = { name: 'public.ecr.aws/docker/library/httpd', tag: '2.4', port: 80, healthPath: '/' }
const planOf = (choices: TrialChoices) => describePlan(steps, choices, about, most)

it('tells the account, everything that each step makes, and what that costs at most', () => {
  const plan = planOf({ image, zoneId: 'Z1' })
  for (const { name, makes = 'nothing more' } of steps) expect(plan).toContain(`${name}: ${makes}`)
  expect(plan).toContain('111122223333')
  expect(plan).toContain(`at most ${mostCost(most).usd.toFixed(2)} USD`)
  expect(plan).not.toContain('leaves out')
})

it('leaves out HTTPS where no zone was given', () => {
  const plan = planOf({ image })
  expect(plan).toContain('It leaves out: https.')
  expect(plan).not.toContain('certificate')
})

it('has a step undo all that a step makes, but for what goes with another one', () => {
  const lasting = steps.filter(({ makes, undo }) => makes !== undefined && !undo)
  expect(lasting.map(({ name }) => name)).toEqual(['deployment'])
  expect(lasting[0]?.makes).toContain('they go with the environment')
})
