/**
 * How the planner searches: its phases in order, what each may take, and every figure that was tuned. What each phase earns at 0.2 and
 * at 1 s is measured by `npm run bench planner -- --ablate`, a row for each in docs/decisions/planner-phases.md. Figures that follow from
 * the method (tolerances, what a step of code weighs) stand where they are used.
 */
export type PhaseName = PackingPhaseName | 'firstFitDecreasing' | 'takeOver' | 'dissolve'

/** What improves the best packing or its bound; all but column generation by its dual values and columns. */
export type PackingPhaseName =
  | 'columnGeneration'
  | 'cappedDuals'
  | 'diving'
  | 'divingNeighbourhoods'
  | 'largeNeighbourhoods'
  | 'ruinAndRecreate'
  | 'benders'

export interface PackingPhase {
  name: PackingPhaseName
  /** Share of all steps. */
  effort: number
  /** Share of the time that is left, on a machine too slow for the steps. */
  time: number
  /** Column generation ends where its bound lacks no more than this share of its end, and rounds hardly raise it any more (tailing off). */
  tailingOff?: number
  /** What alone it is for: left out where only the other is asked for. */
  isFor?: 'packing' | 'bound'
}

/** A cheap packing, how cheap any can be at best, or both. */
export type Asked = 'packing' | 'bound' | 'both'

/** Where few instances are needed the linear programme itself is weaker than this, so that its last rounds are not worth their time. */
const tailingOff = 1e-3

interface PackingSize {
  groups: number
  instances: number
  processes: number
}

/** To 50 processes the numbers of instances can be searched through. */
const phasesOfFew: PackingPhase[] = [
  { name: 'columnGeneration', effort: 0.12, time: 0.4, tailingOff },
  { name: 'diving', effort: 0.04, time: 0.2 },
  { name: 'largeNeighbourhoods', effort: 0.1, time: 0.35 },
  { name: 'benders', effort: 1.5, time: 0.96 },
  { name: 'largeNeighbourhoods', effort: 0.03, time: 1 },
]

/** More take long to search through: first a good packing. */
const phasesOfSome: PackingPhase[] = [
  { name: 'columnGeneration', effort: 0.12, time: 0.35, tailingOff },
  { name: 'diving', effort: 0.05, time: 0.35 },
  { name: 'largeNeighbourhoods', effort: 1, time: 0.6 },
  { name: 'benders', effort: 0.6, time: 1, isFor: 'bound' },
  { name: 'ruinAndRecreate', effort: 1, time: 0.4, isFor: 'packing' },
  { name: 'largeNeighbourhoods', effort: 1, time: 1, isFor: 'packing' },
]

/** With many, rounding comes close enough, and closer each time it is tried again for a part. */
const phasesOfMany: PackingPhase[] = [
  { name: 'columnGeneration', effort: 0.3, time: 0.4 },
  { name: 'diving', effort: 0.25, time: 0.45, isFor: 'packing' },
  { name: 'columnGeneration', effort: 0.2, time: 0.45 },
  { name: 'cappedDuals', effort: 0.1, time: 0.6, isFor: 'bound' },
  { name: 'divingNeighbourhoods', effort: 0.4, time: 0.85, isFor: 'packing' },
  { name: 'ruinAndRecreate', effort: 0.05, time: 1, isFor: 'packing' },
]

export const packingPhasesFor = (size: PackingSize, asked: Asked): PackingPhase[] =>
  phasesFor(size).filter(({ isFor = asked }) => asked === 'both' || isFor === asked)

function phasesFor(size: PackingSize): PackingPhase[] {
  // Many sizes make many rows, but not many choices of instances (teams of 40 applications).
  if ((size.groups > 60 && size.processes > 150) || size.instances > 60) return phasesOfMany
  return size.processes > 50 ? phasesOfSome : phasesOfFew
}

export const budget = {
  /** Steps that take about a millisecond of the deadline on a slow machine. */
  stepsPerMillisecond: 15_000,
  /** What of the deadline is for searching; the rest gives names to the outcome. */
  searchShare: 0.92,
  /** Of the time, for packing everything anew where a fleet may take it over (fleets over their Spot limit). */
  timeBesideFleet: 0.75,
  /** Of the time, for a bound that holds whichever zones are chosen, and a packing to put into zones. */
  timeForZones: 0.4,
  /** Of the steps and the time left, for what is missing beside a fleet while all could be packed anew. */
  residualShare: 0.2,
  /** Of the steps, for dissolving instances of a fleet, each round. */
  dissolveShare: 0.1,
  /** How often a fleet's plan may be improved from where it stands. */
  fleetRounds: 5,
  /** Nodes of search for each class, for a bound that nobody waits for. */
  boundNodes: 300,
}

/** What was tuned inside the phases; what half and twice each does stands in docs/decisions/planner-tuning.md, a row for each. */
export const tuned = {
  columnGeneration: {
    roundsBetweenPackings: 4,
    /** For what remains in a dive. */
    roundsForRest: 2,
    /** So many rounds that hardly raise the bound end it where the end need not be reached. */
    patience: 4,
    roundsBetweenProofs: 8,
    /** With so few groups, a proof is quickly made. */
    fewGroups: 60,
    /** With so many, a closer look takes too long when it is not for a proof. */
    manyGroups: 300,
    /** Of each class, in one round. */
    furtherContents: 4,
    quickNodes: 300,
    exactNodes: 1000,
    /** With so few contents from a quick look, it is time to look closely. */
    fewFound: 8,
    /** For each group. */
    dualCuts: 8,
  },
  cappedDuals: {
    /** What a class may hold above its price. */
    tolerance: 0.005,
    /** For one class; what it holds above its price after these is left to the scale. */
    mostCaps: 4,
    nodes: 300,
  },
  pricing: {
    /** Where the bound is nearly right, what it promises is found soonest by looking for nothing less. */
    ambitions: [0.9, 0.8, 0.6, 0],
    /** With more, a closer look at each takes too long. */
    fewItems: 150,
    /** On instances that hold more, relaxations are tight enough. */
    fewProcesses: 24,
    /** Of the Lagrangian's price, the first time and from where the last one ended. */
    firstRounds: 5,
    roundsAgain: 3,
    /** Of the Lagrangian's table: a millisecond or two. */
    lagrangianEntries: 400_000,
    /** Of the table in both dimensions: some fifty milliseconds. */
    tableEntries: 40_000_000,
  },
  benders: {
    mostFromHistory: 10,
    firstNodes: 300,
    /** In so many steps the search goes from the bound to the cost that is known. */
    windows: 4,
    nodesBetweenLps: 10,
    /** For cuts that only guide. */
    separatingNodes: 300,
    /** For cuts that must refuse a choice. */
    refusingNodes: 3000,
    separationRounds: 3,
    /** Of search for each choice before it is left undecided, the first time … */
    packingSteps: 30_000,
    /** … and so many times as many each time again. */
    moreSteps: 8,
    /** Cuts with the least to spare, of which each may end a content before it is complete. */
    tightCuts: 5,
  },
  diving: {
    roundedEachTime: 0.08,
    nearlyWhole: 0.8,
    /** A content of which much is not needed any more is left for the next solution. */
    usefulEnough: 0.98,
    /** Of the instances, dissolved to dive anew. */
    leastShare: 0.1,
    mostShare: 0.3,
    /** More would take as long as all. */
    mostDissolved: 150,
  },
  largeNeighbourhoods: {
    /** Instances dissolved at a time. */
    fewest: 2,
    most: 5,
    /** Of its price, what an instance counts as wasting beside what it does. */
    leastWaste: 0.005,
    /** With more, processes are tied together to so many parcels. */
    mostContents: 4000,
    mostParcels: 12,
    /** Of search for one packing. */
    nodes: 3000,
    /** How much chance counts beside waste. */
    shuffling: 0.3,
  },
  ruinAndRecreate: {
    /** Instances dissolved at a time. */
    most: 7,
    /** The most wasteful of so many is dissolved, half of the time. */
    candidates: 4,
    /** By what share dual values are shaken, up or down. */
    shaking: 0.15,
  },
  dissolving: {
    /** Instances with most room to spare that are dissolved in pairs. */
    paired: 12,
  },
}
