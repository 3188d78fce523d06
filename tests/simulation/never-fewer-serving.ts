import type { EnvironmentBench } from '../builders/environment-bench'

/** Throws as soon as an application has fewer targets that get requests than `minimum`, until `isOver`. */
export const neverFewerServing =
  (bench: EnvironmentBench, applicationId: string, minimum: number, isOver: () => boolean = () => false) =>
  (): void => {
    const serving = bench.servingTags(applicationId)
    if (!isOver() && serving.length < minimum)
      throw new Error(`Only ${serving.length} of ${minimum} processes of ${applicationId} serve.`)
  }
