import { describe, expect, it } from 'vitest'
import { explainPullFault } from './image-faults'

const own = '111122223333.dkr.ecr.us-east-1.amazonaws.com'
const other = '444455556666.dkr.ecr.us-east-1.amazonaws.com'
const login = 'arn:aws:ssm:us-east-1:111122223333:parameter/sdo/registries/ghcr'

const explain = (said: string, registry: string, registryCredentials?: string) =>
  explainPullFault(said, {
    image: `${registry}/web`,
    tag: '1',
    name: `${registry}/web:1`,
    registry,
    architecture: 'arm64',
    registryCredentials,
  })
/** As ECR words it. */
const ecrDenial = (account: string) =>
  `pull access denied for web, repository does not exist or may require 'docker login': denied: User: arn:aws:sts::111122223333:assumed-role/sdo-process-runner/i-1 is not authorized to perform: ecr:BatchGetImage on resource: arn:aws:ecr:us-east-1:${account}:repository/web because no resource-based policy allows the ecr:BatchGetImage action`

describe('a pull that failed says what to mend', () => {
  it.each([
    [
      'the policy of the role, for a repository of the same account',
      explain(ecrDenial('111122223333'), own),
      /the role sdo-process-runner needs ecr:BatchGetImage on this repository, as in the current CloudFormation template/,
    ],
    [
      "the repository's own policy, for one of another account, and the role it must name",
      explain(ecrDenial('444455556666'), other),
      /its own policy must allow ecr:BatchGetImage and ecr:GetDownloadUrlForLayer to arn:aws:iam::111122223333:role\/sdo\/sdo-process-runner/,
    ],
    [
      'the same where ECR does not say whom it refused',
      explain('error pulling image configuration: download failed: 403 Forbidden', other),
      /its own policy must allow .* to the role sdo-process-runner/,
    ],
    [
      'a repository of ECR that is not there',
      explain(`repository ${own}/web not found: name unknown: The repository does not exist`, own),
      /has no image 1111/,
    ],
    [
      'a login that is wrong',
      explain('unauthorized: incorrect username or password', 'ghcr.io', login),
      /refused the login arn:aws:ssm/,
    ],
    [
      'a login that may not have the image',
      explain('denied: requested access to the resource is denied', 'ghcr.io', login),
      /does not give it to the login arn:aws:ssm/,
    ],
    [
      'that there is no login',
      explain('unauthorized: authentication required', 'ghcr.io'),
      /name a registry login in the application's configuration/,
    ],
  ])('%s', (_what, explained, words) => {
    expect(explained).toMatch(words)
    expect(explained.length).toBeLessThan(500)
  })
})
