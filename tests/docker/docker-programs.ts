import { ensurePackages, missingForPackages } from '../debian/packages'

const needs = {
  purpose: 'Docker of the tests’ own',
  programs: [
    '/usr/sbin/dockerd',
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
export const missingForDocker = (): string | undefined => missingForPackages(needs)

/** Whether tests with real containers are skipped here; required ones fail instead of being skipped. */
export const dockerIsMissing = process.env.SDO_REQUIRE_ALL_SUITES !== '1' && missingForDocker() !== undefined

/**
 * Installs Debian's Docker where we may.
 * @throws Error that says what to do where we may not
 */
export const ensureDocker = (): void => ensurePackages(needs)
