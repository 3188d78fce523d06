import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentBootstrapSchema, agentControlPort } from '../../../core/agent/protocol'
import { findOverlap } from '../../../core/aws/cidr'
import { dockerConfiguration } from '../../../core/agent/docker-configuration'
import { launchScript } from '../../../core/agent/launch-script'
import { instanceUserData, type AgentRelease } from './instance-user-data'

const bootstrap = { instance: 'token-1', key: 'a2V5' }
const release = {
  agentBundleUrl: "https://example.com/agent.tar.gz?it's=$(id)",
  agentBundleSha256: 'ab'.repeat(32),
}

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sdo-user-data-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** Runs the script below `root`, with the commands of the system replaced by ones that say how they were called. */
function boot(options: AgentRelease, overrides = ''): string {
  const script = instanceUserData(bootstrap, options)
    .replaceAll('/etc/', `${root}/etc/`)
    .replaceAll('/opt/', `${root}/opt/`)
  const recorded = ['systemctl', 'curl', 'tar', 'sha256sum']
    .map((command) => `${command}() { printf '%s|' ${command} "$@"; echo; }`)
    .join('\n')
  return execFileSync(
    'bash',
    ['-c', `mkdir -p ${root}/etc/systemd/system\n${recorded}\n${overrides}\n${script}`],
    {
      encoding: 'utf8',
    },
  )
}

describe('user data of an instance', () => {
  it('writes a bootstrap that the agent accepts into a file that only root reads', () => {
    boot(release)
    const file = join(root, 'etc/sdo/bootstrap.json')
    expect(agentBootstrapSchema.parse(JSON.parse(readFileSync(file, 'utf8')))).toEqual({
      ...bootstrap,
      listenHost: '0.0.0.0',
      listenPort: agentControlPort,
      runtime: 'docker',
    })
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('has Docker take addresses for containers that no VPC can have, and hide no other network', () => {
    const calls = boot(release)
    const configuration = readFileSync(join(root, 'etc/docker/daemon.json'), 'utf8')
    expect(JSON.parse(configuration)).toEqual(dockerConfiguration)
    expect(dockerConfiguration.bridge).toBe('none')
    for (const { base } of dockerConfiguration['default-address-pools']) {
      expect(findOverlap([base], ['169.254.0.0/16'])).toBeDefined()
      expect(findOverlap([base], ['169.254.168.0/22', '169.254.172.0/22'])).toBeUndefined()
    }
    expect(calls.indexOf('systemctl|restart|--no-block|docker|')).toBeGreaterThan(0)
  })

  it('downloads the agent from where it is told, taken literally, and starts it with its bootstrap', () => {
    const calls = boot(release)
    expect(calls).toContain(`${release.agentBundleUrl}|`)
    expect(calls.trim().split('\n').at(-1)).toBe('systemctl|enable|--now|--no-block|sdo-agent|')
    expect(readFileSync(join(root, 'etc/systemd/system/sdo-agent.service'), 'utf8')).toContain(
      `ExecStart=/bin/sh ${root}/opt/sdo/launch ${root}/opt/sdo ${root}/etc/sdo/bootstrap.json`,
    )
    expect(readFileSync(join(root, 'opt/sdo/launch'), 'utf8')).toBe(launchScript)
    expect(readFileSync(join(root, 'opt/sdo/current'), 'utf8').trim()).toBe(release.agentBundleSha256)
  })

  it('unpacks only what has the right checksum, and installs nothing', () => {
    const calls = boot(release)
      .trim()
      .split('\n')
      .map((call) => call.split('|')[0])
    expect(calls).toEqual([
      'systemctl',
      'systemctl',
      'systemctl',
      'curl',
      'sha256sum',
      'tar',
      'systemctl',
      'systemctl',
    ])
    const unpacked = join(root, 'unpacked')
    expect(() => boot(release, `sha256sum() { return 1; }; tar() { touch ${unpacked}; }`)).toThrow()
    expect(existsSync(unpacked)).toBe(false)
  })

  it('keeps the agent of the image off, and unpacks ours where its release belongs', () => {
    const calls = boot(release)
    expect(calls).toContain('systemctl|mask|--now|ecs.service|')
    const folder = `${root}/opt/sdo/releases/${release.agentBundleSha256}`
    expect(calls).toContain(`tar|-xzf|${root}/opt/sdo/agent.tar.gz|-C|${folder}|--no-same-owner|`)
    expect(existsSync(folder)).toBe(true)
  })

  it('shows the key to nobody who lists processes or reads the boot log', () => {
    expect(boot(release)).not.toContain(bootstrap.key)
  })

  it('gives the instance the address at which AWS SDKs look for credentials, whenever the agent starts', () => {
    boot(release)
    const unit = readFileSync(join(root, 'etc/systemd/system/sdo-agent.service'), 'utf8')
    expect(unit).toContain('ExecStartPre=-/usr/sbin/ip address replace 169.254.170.2/32 dev lo')
  })

  it('fits into what EC2 takes', () => {
    expect(instanceUserData(bootstrap, release).length).toBeLessThan(16_384)
  })
})
