import type { Router } from 'express'
import { awsAccountRequiredRoles } from '../app/services/aws-accounts/get-aws-account-roles'
import type { Dependencies } from '../app/services/dependencies'
import type { Agents } from '../controller/agents/agents'
import type { SimulatedAws } from '../simulator/simulated-aws'
import { cloudFormationTemplate } from '../core/roles/cloudformation'
import { AwsAccount } from '../db/models/aws-account'
import type { LoadSite } from './site-build'
import { createConsoleRouter } from '../simulator/console/console-router'

interface ConsoleParts {
  dependencies: Dependencies
  cloud: SimulatedAws
  /** Where DNS answers for the simulated zones. */
  dns: { host: string; port: number }
  agents: Agents
  build: LoadSite
}

/** The console over all accounts of the installation, whichever team has linked them. */
export const createConsole = ({ dependencies, cloud, dns, agents, build }: ConsoleParts): Router =>
  createConsoleRouter({
    cloud,
    dns: { host: dns.host, port: dns.port },
    agents,
    findStylesheet: () => findStylesheet(build),
    log: dependencies.log,
    async findRequiredTemplate(accountNumber) {
      const account = await AwsAccount.findOne({
        where: { accountNumber },
        // Whose it is, or else who entered it last.
        order: [
          ['claimedAt', 'ASC NULLS LAST'],
          ['createdAt', 'DESC'],
        ],
      })
      return account
        ? { ...cloudFormationTemplate(awsAccountRequiredRoles(dependencies, account)) }
        : undefined
    },
    async listLinkedAccounts() {
      const accounts = await AwsAccount.findAll()
      return accounts.map(({ accountNumber, name }) => ({ accountNumber, name }))
    },
  })

/** Where the build put the style sheet that every page of the site has. */
async function findStylesheet(build: LoadSite): Promise<string> {
  const links = (await build()).routes.root?.module.links?.() ?? []
  return links.flatMap((link) => ('href' in link && link.rel === 'stylesheet' && link.href) || [])[0] ?? ''
}
