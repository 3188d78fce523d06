import { readFileSync } from 'node:fs'
import { createDocs } from '../../../app/content/docs'
import { describeOwnApi } from '../../../app/api/table'
import { usualQuotas } from '../../../app/services/quotas/quotas'

const folder = 'app/content/docs'

/** The program that the documentation prints in `language`, and the file that it is to be saved as. */
export function printedProgram(language: string): { name: string; text: string } {
  const page = readFileSync(`${folder}/code-samples.md`, 'utf8')
  const [, name, text] =
    new RegExp(`Save it as \`([\\w.]+)\`[^#]*?\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``).exec(page) ?? []
  if (name === undefined || text === undefined) throw new Error(`There is no sample in ${language}.`)
  return { name, text: `${text}\n` }
}

/** The trust policy that the documentation prints for a role of an application, in the account. */
export function printedTrustPolicy(accountNumber: string): unknown {
  const page = createDocs(folder, usualQuotas, describeOwnApi)
    .pages()
    .find(({ path }) => path === '/docs/application-integration')
  const policy = page?.parts.find((part) => part.kind === 'code' && part.text.includes('sts:AssumeRole'))
  if (policy?.kind !== 'code') throw new Error('There is no trust policy.')
  return JSON.parse(policy.text.replace('ACCOUNT', accountNumber))
}
