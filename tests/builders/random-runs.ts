/**
 * How many runs of a property at random, and by which seed. `SDO_RUNS=500 SDO_SEED=7` tries 500, the same each time; otherwise `runs`, each time others.
 */
export function randomRuns(runs: number): { numRuns: number; seed?: number } {
  const { SDO_RUNS, SDO_SEED } = process.env
  return { numRuns: Number(SDO_RUNS ?? runs), ...(SDO_SEED && { seed: Number(SDO_SEED) }) }
}
