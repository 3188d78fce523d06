import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What docs/install.md prints in a language below the heading that begins so after its number, one text for each block, with the reader's registry in it. */
export function printedIn(heading: string, language: 'sh' | 'yaml'): string[] {
  const manual = readFileSync(join(root, 'docs/install.md'), 'utf8')
  const section = manual.split(/^## /m).find((text) => text.replace(/^\d+\. /, '').startsWith(heading))
  const blocks = [
    ...(section ?? '').matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\`$`, 'gm')),
  ]
  if (blocks.length === 0) throw new Error(`docs/install.md prints no ${language} below ${heading}.`)
  return blocks.map(([, text = '']) => text.replaceAll('REGISTRY', 'registry.example.com'))
}

/** The lines of them that are commands. */
export const commandsIn = (heading: string): string[] =>
  printedIn(heading, 'sh').flatMap((text) => text.split('\n'))
