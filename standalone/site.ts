import express, { type Express, type RequestHandler } from 'express'
import { requireOwnHost } from './require-own-host'

/** The site on this machine: `parts`, asked one after the other, for nobody who came here by another name. */
export const createSite = (...parts: RequestHandler[]): Express =>
  express()
    .disable('x-powered-by')
    .use(requireOwnHost, ...parts)
