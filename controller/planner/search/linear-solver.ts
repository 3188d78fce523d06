import loadHighs, { type Highs, type Model } from 'highs'

/** HiGHS, compiled to WebAssembly: no native code, and the same answer on every machine. */
export type LinearSolver = Highs

let loading: Promise<LinearSolver> | undefined

/** Loads the solver once per process; 0.1 s. */
export function loadLinearSolver(): Promise<LinearSolver> {
  loading ??= loadHighs()
  return loading
}

/** A minimisation that grows column by column and row by row. Dispose of it: its memory is not the garbage collector's. */
export function createLinearModel(solver: LinearSolver): Model {
  const model = solver.createModel()
  model.options.set({ output_flag: false, presolve: 'off', random_seed: 1 })
  return model
}

/** What HiGHS calls kOptimal and kInfeasible. */
export const optimalStatus = 7
export const infeasibleStatus = 8

export type { Model as LinearModel }

/** Of a content as a column of coefficients, those that are not 0. */
export function coefficientsOf(content: Int32Array): { indices: number[]; values: number[] } {
  const indices: number[] = []
  const values: number[] = []
  for (let group = 0; group < content.length; group++) {
    if (content[group]! === 0) continue
    indices.push(group)
    values.push(content[group]!)
  }
  return { indices, values }
}
