import { ensurePackages, missingForPackages } from '../debian/packages'
import { dockerEngine } from './engine/docker-engine'

const needs = {
  purpose: 'Docker of the tests’ own',
  programs: [
    '/usr/bin/containerd',
    '/usr/sbin/runc',
    '/usr/bin/docker-init',
    '/usr/sbin/iptables',
    '/bin/busybox',
    '/usr/bin/qemu-aarch64-static',
    '/usr/aarch64-linux-gnu/lib/libstdc++.so.6',
  ],
  packages: [
    'docker.io',
    'iptables',
    'iproute2',
    'busybox-static',
    'qemu-user-static',
    'libstdc++6-arm64-cross',
  ],
}

/** Why there can be no Docker of the tests' own here, or undefined if there can be one. */
export const missingForDocker = (): string | undefined => missingForPackages(needs) ?? dockerEngine.missing()

/** Whether tests with real containers are skipped here; required ones fail instead of being skipped. */
export const dockerIsMissing = process.env.SDO_REQUIRE_ALL_SUITES !== '1' && missingForDocker() !== undefined

/**
 * Builds the Docker of instances, and installs from Debian what it needs beside it, where we may.
 * @param say is told every step of a build
 * @returns the path of the daemon
 * @throws Error that says what to do where we may not
 */
export function ensureDocker(say?: (message: string) => void): Promise<string> {
  ensurePackages(needs)
  return dockerEngine.ensure(say)
}
