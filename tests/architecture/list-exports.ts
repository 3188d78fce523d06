import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** What a file exports, and what it takes from which other module, as written there; `*` for all of one. */
export interface Traffic {
  exported: string[]
  imported: { from: string; name: string }[]
}

export function trafficOf(path: string): Traffic {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const traffic: Traffic = { exported: [], imported: [] }
  const visit = (node: ts.Node): void => {
    note(node, traffic)
    ts.forEachChild(node, visit)
  }
  // Only `import(…)` stands anywhere else than at the top.
  ts.forEachChild(source, text.includes('import(') ? visit : (node) => note(node, traffic))
  return traffic
}

function note(node: ts.Node, { exported, imported }: Traffic): void {
  const take = (module: ts.Node | undefined, names: string[]) => {
    if (module && ts.isStringLiteral(module))
      imported.push(...names.map((name) => ({ from: module.text, name })))
  }
  if (ts.isImportDeclaration(node)) take(node.moduleSpecifier, importedNames(node.importClause))
  if (ts.isExportDeclaration(node)) {
    const { exportClause } = node
    const elements = exportClause && ts.isNamedExports(exportClause) ? [...exportClause.elements] : []
    exported.push(...elements.map(({ name }) => name.text))
    take(
      node.moduleSpecifier,
      elements.length > 0 ? elements.map(({ name, propertyName }) => (propertyName ?? name).text) : ['*'],
    )
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    take(node.arguments[0], ['*'])
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) take(node.argument.literal, ['*'])
  if (ts.canHaveModifiers(node)) {
    const isExported = ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (isExported) exported.push(...declaredNames(node))
  }
}

function importedNames(clause: ts.ImportClause | undefined): string[] {
  const bindings = clause?.namedBindings
  const named = !bindings
    ? []
    : ts.isNamespaceImport(bindings)
      ? ['*']
      : bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
  return clause?.name ? ['default', ...named] : named
}

function declaredNames(node: ts.Node): string[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name)
        ? [name.text]
        : name.elements.flatMap((element) =>
            ts.isBindingElement(element) && ts.isIdentifier(element.name) ? [element.name.text] : [],
          ),
    )
  return ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
    ? [node.name?.text ?? 'default']
    : []
}
