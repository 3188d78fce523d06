export interface Rule {
  alert: string
  expr: string
  for: string
  labels: Record<string, string>
  annotations: { summary: string; runbook_url: string }
}

export interface RuleFile {
  groups: { name: string; rules: Rule[] }[]
}
