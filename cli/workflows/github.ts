import { githubWorkflow, unnamedAction } from '../../core/github/workflow'
import type { BuildSystem } from './workflow'

/** With the action of the SDO repository. */
export const github: BuildSystem = {
  name: 'GitHub Actions',
  path: '.github/workflows/sdo.yml',
  write: githubWorkflow,
  subject: (branch) => `repo:OWNER/NAME:ref:refs/heads/${branch}`,
  store: 'the secrets of the repository',
  step: ({ action }) =>
    action === unnamedAction ? 'name the SDO repository in the file, and commit it' : 'commit the file',
}
