import type { ChoiceValue } from './choices'

type GoesOnWithout = ChoiceValue<'goesOnWithout'>

/** At most how many of an application's `count` processes may run on one instance. */
export const mostOnOneInstance = (goesOnWithout: GoesOnWithout = 'NOTHING', count: number): number =>
  goesOnWithout === 'NOTHING' ? count : allButOne(count)

/** At most how many of an application's `count` processes may run in one zone. */
export const mostInOneZone = (goesOnWithout: GoesOnWithout = 'NOTHING', count: number): number =>
  goesOnWithout === 'ZONE' ? allButOne(count) : count

const allButOne = (count: number) => (count < 2 ? count : count - 1)
