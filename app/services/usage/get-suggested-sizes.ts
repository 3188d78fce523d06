import { hoursPerMonth } from '../../../core/catalogue/figures'
import { withOverride } from '../../../core/deployment/with-override'
import type { ApplicationSpec } from '../../../core/resources/application'
import { dayMilliseconds } from '../../../core/time/durations'
import { readEnvironmentSettings } from '../../../db/environment-settings'
import { Application } from '../../../db/models/application'
import { listLiveSizes, listUsedAtSizes } from '../../../db/queries/sizes'
import { requireOwn } from '../access/own'
import type { HumanActor } from '../actor/actor'
import { byText, groupedBy } from '../answers/lists'
import type { Dependencies } from '../dependencies'
import { pricesOfEach } from '../deployments/price-difference'
import { readEnvironmentContents } from '../environment-contents/environment-contents'
import { rightSize, sizeRules, useOf, type PlaceOfUse, type Size, type UseOfSize } from './right-size'
import type { ApplicationSize, SuggestedSizes } from './suggested-size-views'

/** Each takes an estimate of the whole environment; with many applications one takes 80 ms. */
const mostPriced = 10
/** A saving below this is not worth a deployment. */
const leastMonthlyUsd = 1

/**
 * The size that fits what was measured of each application that is live in an environment, with what it would make of the cost there. It changes
 * nothing. A size is the same in all environments, so all in which the application runs count.
 *
 * @throws DomainError `not-found`
 */
export async function getSuggestedSizes(
  { sequelize, clock }: Dependencies,
  actor: HumanActor,
  id: string,
): Promise<SuggestedSizes> {
  const environment = await requireOwn('environment', actor, id)
  const { live } = await readEnvironmentContents(id)
  const { overrides } = await readEnvironmentSettings(environment)
  const contents = live.map((spec) => withOverride(spec, overrides))
  const applicationIds = contents.map(({ applicationId }) => applicationId)
  const since = new Date(clock.now() - sizeRules.days * dayMilliseconds)
  const [configured, placesOf] = await Promise.all([
    Application.findAll({ where: { id: applicationIds }, attributes: ['id', 'name', 'cpu', 'memoryMb'] }),
    readPlaces(sequelize, { teamId: actor.teamId, applicationIds, since }),
  ])
  const found = contents.flatMap((spec) => {
    const application = configured.find((one) => one.id === spec.applicationId)
    return application ? find(spec, application, placesOf(spec.applicationId)) : []
  })
  const { priced, together } = await priceAll(contents, found, environment)
  return {
    id,
    name: environment.name,
    fromEpoch: since.getTime(),
    neededHours: sizeRules.hours,
    ...(together !== undefined && { togetherMonthlyUsd: together }),
    applications: priced.sort(byText(({ applicationName }) => applicationName)),
  }
}

interface Place {
  id: string
  name: string
  uses: PlaceOfUse
}

/** Makes what gives the environments in which processes of an application are to run. */
async function readPlaces(
  sequelize: Dependencies['sequelize'],
  { since, ...of }: { teamId: string; applicationIds: string[]; since: Date },
): Promise<(applicationId: string) => Place[]> {
  const live = await listLiveSizes(sequelize, of)
  const environmentIds = [...new Set(live.map(({ environmentId }) => environmentId))]
  const uses = await listUsedAtSizes(sequelize, { ...of, environmentIds, since })
  const keyOf = ({ environmentId, applicationId }: { environmentId: string; applicationId: string }) =>
    `${environmentId} ${applicationId}`
  const usesOf = groupedBy(uses, keyOf)
  const liveOf = groupedBy(live, ({ applicationId }) => applicationId)
  return (applicationId) =>
    (liveOf.get(applicationId) ?? []).map((place) => ({
      id: place.environmentId,
      name: place.environmentName,
      uses: usesOf.get(keyOf(place)) ?? [],
    }))
}

/** What an application asks for, and the size that would fit. */
interface Found {
  spec: ApplicationSpec
  right: Size
  view: ApplicationSize
}

function find(spec: ApplicationSpec, application: Application, places: Place[]): Found {
  const present: Size = { cpu: spec.cpu, memoryMb: spec.memoryMb }
  const uses = places.map((place) => useOf(present, place.uses))
  const right = rightSize(
    present,
    places.map((place) => place.uses),
  )
  const isSaved = Number(application.cpu) !== spec.cpu || application.memoryMb !== spec.memoryMb
  const isMeasured = places.length > 0 && uses.every((use) => (use?.hours ?? 0) >= sizeRules.hours)
  return {
    spec,
    right,
    view: {
      applicationId: spec.applicationId,
      applicationName: application.name,
      asks: sizeJson(present),
      state: stateOf({ isSaved, isMeasured, isRight: isSame(present, right) }),
      ...(!isSaved && !isSame(present, right) && { size: sizeJson(right) }),
      ...usedIn(uses.filter((use) => use !== undefined)),
      environments: places.map(({ id, name }, index) => ({ id, name, hours: uses[index]?.hours ?? 0 })),
    },
  }
}

/** Without its price, by which what saves nothing is told apart. */
function stateOf(of: { isSaved: boolean; isMeasured: boolean; isRight: boolean }): ApplicationSize['state'] {
  if (of.isSaved) return 'saved'
  if (!of.isRight) return 'suggested'
  return of.isMeasured ? 'fits' : 'measuring'
}

const isSame = (one: Size, other: Size) => one.cpu === other.cpu && one.memoryMb === other.memoryMb

const sizeJson = ({ cpu, memoryMb }: Size) => ({ cpuCount: cpu, memoryMb })

function usedIn(uses: UseOfSize[]): Pick<ApplicationSize, 'used'> {
  if (uses.length === 0) return {}
  const mostOf = (figure: (use: UseOfSize) => number | null): number | undefined => {
    const known = uses.flatMap((use) => figure(use) ?? [])
    return known.length === 0 ? undefined : Math.max(...known)
  }
  const [memoryMb, throttled] = [mostOf(({ mostMemoryMb }) => mostMemoryMb), mostOf((use) => use.throttled)]
  return {
    used: {
      cores: rounded(mostOf(({ p95Cores }) => p95Cores) ?? 0),
      mostCores: rounded(mostOf(({ mostCores }) => mostCores) ?? 0),
      ...(memoryMb !== undefined && { memoryMb }),
      ...(throttled !== undefined && { throttled: rounded(throttled) }),
      memoryKills: uses.reduce((sum, { memoryKills }) => sum + memoryKills, 0),
    },
  }
}

/** What is kept has fewer digits than the number that it is read as. */
const rounded = (figure: number): number => Number(figure.toFixed(3))

/** Prices the largest changes, each by itself, and all that are suggested together. */
async function priceAll(
  contents: ApplicationSpec[],
  found: Found[],
  environment: Parameters<typeof pricesOfEach>[2],
): Promise<{ priced: ApplicationSize[]; together: number | undefined }> {
  const changes = found
    .filter(({ view }) => view.state === 'suggested')
    .sort((a, b) => weightOf(b) - weightOf(a))
  const chosen = changes.slice(0, mostPriced)
  const monthlyOf = async (sets: Found[][]) =>
    (
      await pricesOfEach(
        contents,
        sets.map((set) => withSizes(contents, set)),
        environment,
      )
    ).map((prices) => prices && (prices.after - prices.before) * hoursPerMonth)
  const monthly = await monthlyOf(chosen.map((one) => [one]))
  const priced = new Map(chosen.map((one, index) => [one, withPrice(one, monthly[index])]))
  const suggested = chosen.filter((one) => priced.get(one)?.state === 'suggested')
  const [together] = suggested.length > 1 ? await monthlyOf([suggested]) : []
  return {
    priced: found.map(
      (one) => priced.get(one) ?? (changes.includes(one) ? { ...one.view, state: 'later' } : one.view),
    ),
    together,
  }
}

/** A core costs about as much as this on AWS; what is too small comes first. */
const megabytesPerCore = 8000
/** More than any fall weighs. */
const riseFirst = 1e9

function weightOf({ spec, right }: Found): number {
  const isRise = right.cpu > spec.cpu || right.memoryMb > spec.memoryMb
  const cores = Math.abs(right.cpu - spec.cpu) + Math.abs(right.memoryMb - spec.memoryMb) / megabytesPerCore
  return cores * spec.count + (isRise ? riseFirst : 0)
}

const withSizes = (contents: ApplicationSpec[], changes: Found[]): ApplicationSpec[] =>
  contents.map((spec) => {
    const change = changes.find((one) => one.spec === spec)
    return change ? { ...spec, ...change.right } : spec
  })

function withPrice({ spec, right, view }: Found, monthlyUsd: number | undefined): ApplicationSize {
  const isFall = right.cpu <= spec.cpu && right.memoryMb <= spec.memoryMb
  const savesNothing = isFall && (monthlyUsd === undefined || monthlyUsd > -leastMonthlyUsd)
  return {
    ...view,
    state: savesNothing ? 'saves-nothing' : 'suggested',
    ...(monthlyUsd !== undefined && { monthlyUsd: Number(monthlyUsd.toFixed(2)) }),
  }
}
