import { dockerConfiguration } from '../../../core/agent/docker-configuration'
import { launchScript } from '../../../core/agent/launch-script'
import { agentControlPort, type AgentBootstrap } from '../../../core/agent/protocol'
import type { LaunchRequest } from '../cloud'

/** The download of the agent that matches this controller. */
export interface AgentRelease {
  /** A .tar.gz with `agent.js` and `node` for arm64 at its top, reachable from the instances over HTTPS. */
  agentBundleUrl: string
  /** SHA-256 of the bundle in hex: nothing else is unpacked. */
  agentBundleSha256: string
}

/**
 * The script of an instance's first boot: it keeps the key to itself, then runs Docker and the agent. Nothing is installed: it takes systemd,
 * Docker, curl and tar. The agent can be replaced by another release later (docs/decisions/patches.md). The agent of the image is for ECS,
 * and stays off. Docker is restarted, should it run already: it gets another configuration than that of the image. No start is waited for: in images of AWS, what is started may wait for the script to end.
 */
export function instanceUserData(
  bootstrap: LaunchRequest['bootstrap'],
  { agentBundleUrl, agentBundleSha256 }: AgentRelease,
): string {
  const content: AgentBootstrap = {
    ...bootstrap,
    listenHost: '0.0.0.0',
    listenPort: agentControlPort,
    runtime: 'docker',
  }
  const release = `/opt/sdo/releases/${agentBundleSha256}`
  return `#!/bin/bash
set -euo pipefail
umask 077
install -d -m 0700 /etc/sdo /opt/sdo ${release}
install -d -m 0755 /etc/docker
echo ${quote(JSON.stringify(dockerConfiguration))} > /etc/docker/daemon.json
base64 -d > /etc/sdo/bootstrap.json <<'END'
${Buffer.from(JSON.stringify(content)).toString('base64')}
END
chmod 0600 /etc/sdo/bootstrap.json
systemctl mask --now ecs.service || true
systemctl enable --no-block docker
systemctl restart --no-block docker
curl -fsSL --retry 10 --retry-all-errors --retry-delay 2 --max-time 600 --max-filesize 536870912 -o /opt/sdo/agent.tar.gz ${quote(agentBundleUrl)}
sha256sum --check --status <<< ${quote(`${agentBundleSha256}  /opt/sdo/agent.tar.gz`)}
tar -xzf /opt/sdo/agent.tar.gz -C ${release} --no-same-owner
rm -f /opt/sdo/agent.tar.gz
echo ${agentBundleSha256} > /opt/sdo/current
cat > /opt/sdo/launch <<'END'
${launchScript}END
cat > /etc/systemd/system/sdo-agent.service <<'END'
[Unit]
Description=SDO agent
After=docker.service network-online.target
Wants=docker.service network-online.target

[Service]
Environment=NODE_ENV=production
ExecStart=/bin/sh /opt/sdo/launch /opt/sdo /etc/sdo/bootstrap.json
Restart=always
RestartSec=2
ExecStartPre=-/usr/sbin/ip address replace 169.254.170.2/32 dev lo

[Install]
WantedBy=multi-user.target
END
systemctl daemon-reload
systemctl enable --now --no-block sdo-agent
`
}

/** Quotes a text as one word for the shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
