import { expect, it } from 'vitest'
import type { PeeringSide, Route } from '../../cloud/cloud'
import { ensureRoutes } from './routes'

const destination = '10.9.0.0/16'
const routeTableId = 'rtb-1'

/** A table with the routes that are there, of which AWS lists only some. */
function buildSide(present: Route[]) {
  const routes = [...present]
  const side: Pick<PeeringSide, 'createRoute' | 'deleteRoute'> = {
    createRoute: ({ destination: to, peeringId }) => {
      if (routes.every((route) => route.destination !== to)) routes.push({ destination: to, peeringId })
      return Promise.resolve()
    },
    deleteRoute: ({ destination: to }) => {
      const index = routes.findIndex((route) => route.destination === to)
      if (index >= 0) routes.splice(index, 1)
      return Promise.resolve()
    },
  }
  const ensure = (listed: Route[], formerIds: string[] = []) =>
    ensureRoutes(side as PeeringSide, {
      tables: [{ id: routeTableId, routes: listed }],
      destinations: [destination],
      peeringId: 'pcx-new',
      formerIds,
    })
  return { routes, ensure }
}

it('a route that AWS does not list yet is waited for, and is right as soon as it is seen to lead there', async () => {
  const route = { destination, peeringId: 'pcx-new' }
  const { routes, ensure } = buildSide([route])
  expect(await ensure([])).toEqual({ obstacles: [], areListed: false })
  expect(await ensure([route])).toEqual({ obstacles: [], areListed: true })
  expect(routes).toEqual([route])
})

it('a route into a connection of ours that is gone makes way once it is listed', async () => {
  const former = { destination, peeringId: 'pcx-old' }
  const { routes, ensure } = buildSide([former])
  expect(await ensure([], ['pcx-old'])).toEqual({ obstacles: [], areListed: false })
  expect(routes).toEqual([former])
  expect(await ensure([former], ['pcx-old'])).toEqual({ obstacles: [], areListed: false })
  expect(routes).toEqual([{ destination, peeringId: 'pcx-new' }])
})

it.each([{ destination }, { destination, peeringId: 'pcx-theirs' }])(
  'a route that leads elsewhere stays, and is told of once it is listed: %j',
  async (theirs) => {
    const { routes, ensure } = buildSide([theirs])
    expect(await ensure([], ['pcx-old'])).toEqual({ obstacles: [], areListed: false })
    const { obstacles, areListed } = await ensure([theirs], ['pcx-old'])
    expect(obstacles).toEqual([
      `The route table ${routeTableId} has another route to ${destination}, which stays.`,
    ])
    expect(areListed).toBe(true)
    expect(routes).toEqual([theirs])
  },
)
