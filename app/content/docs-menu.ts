/** A page of the documentation: where it is under /docs, and the file of docs/ that holds it. */
interface DocsEntry {
  feature: string
  section?: string
  /** Shown under the page before it that is not. */
  isIndented?: true
}

/** The index of the documentation, in its order; a line stands between the groups. */
export const docsMenu: DocsEntry[][] = [
  [{ feature: 'overview' }, { feature: 'quick-start' }],
  [
    { feature: 'applications' },
    { feature: 'application-integration', isIndented: true },
    { feature: 'code-samples', isIndented: true },
    { feature: 'aws-ecr', isIndented: true },
    { feature: 'cicd-integration', isIndented: true },
    { feature: 'cicd-integration', section: 'github-integration', isIndented: true },
    { feature: 'cicd-integration', section: 'command-line', isIndented: true },
  ],
  [
    { feature: 'environments' },
    { feature: 'usage', isIndented: true },
    { feature: 'sleep', isIndented: true },
    { feature: 'load-balancers', isIndented: true },
    { feature: 'deployments' },
    { feature: 'notifications', isIndented: true },
    { feature: 'external-resources' },
    { feature: 'external-networks', isIndented: true },
  ],
  [{ feature: 'users' }, { feature: 'security' }, { feature: 'upcoming-features' }],
  [{ feature: 'glossary' }, { feature: 'changelog' }],
  [{ feature: 'api' }],
]

/** Name of the file with the text, without its ending. */
export const fileOf = ({ feature, section }: DocsEntry): string => section ?? feature

export const pathOf = ({ feature, section }: DocsEntry): string =>
  section === undefined ? `/docs/${feature}` : `/docs/${feature}/${section}`
