import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** Who is called with what people are told when something cannot be. */
const refusers = new Set(['DomainError', 'invalid', 'conflict', 'refuse', 'stalled'])

/** Where nobody is told anything who could look it up in the portal: operators are, by kubectl and the log, or AWS is played. */
const elsewhere =
  /^(?:core\/(?:logging|observability|resources|start)|controller\/(?:metrics|runtime|store))\//

const sources = ['app', 'core', 'controller', 'agent']
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))))
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !elsewhere.test(file))

/**
 * Every sentence with which the sources refuse something or tell that it failed: the catalogues of messages, and what is thrown or
 * stalls. `…` stands for what is filled in.
 */
export const listRefusals = (): string[] => [...new Set(sources.flatMap(sentencesIn))]

function sentencesIn(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node, isTold: boolean) => {
    const said = isTold ? textOf(node) : undefined
    if (said !== undefined && isSentence(said)) found.push(said)
    const isToldBelow = isTold || isRefusal(node, file)
    ts.forEachChild(node, (child) => visit(child, isToldBelow))
  }
  visit(source, /^app\/messages\/.*messages\.ts$/.test(file))
  return found
}

/** A call that refuses; a text that is called a message, and what tells of faults. */
function isRefusal(node: ts.Node, file: string): boolean {
  if (ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node))
    return isFault.test(node.name?.getText() ?? '') && findsFaults.test(file)
  if (ts.isPropertyAssignment(node)) return isFaultOfField.test(node.name.getText()) && fields.test(file)
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false
  const called = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression
  return refusers.has(called.getText())
}

/** Elsewhere such names tell of progress too. */
const findsFaults = /^(?:app\/(?:http|identities|input|services|webhook)|core|agent\/processes)\//

/** What the table of fields says of a value that is not taken. */
const isFaultOfField = /^(?:missing|tooMuch)$/
const fields = /^core\/application\/config\//

const isFault = /^message$|fault$|faults$|^tooMany|^refusal|^accessRules$|^quotaTable$/i

const isSentence = (text: string) => /^[A-Z…].* /.test(text) && (text.match(/[A-Za-z]+/g) ?? []).length > 2

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('')
}
