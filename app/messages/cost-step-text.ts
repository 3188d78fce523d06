import { monthlyChangeText, type PerHour } from '../../core/catalogue/monthly-change'

/** Asks to confirm a step of the cost. */
export const costStepText = (step: PerHour): string =>
  `This raises the cost of the environment ${monthlyChangeText(step)}. Confirm it to continue.`
