/**
 * What root may do in a container: what programs need that begin as root, open a port and go on as somebody else. Docker's usual NET_RAW, MKNOD,
 * AUDIT_WRITE and SETFCAP are missing: with NET_RAW a container makes itself out to be its neighbour and reads the credentials that those are answered with.
 */
export const keptCapabilities = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'NET_BIND_SERVICE',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]

/** Enough for the threads of any honest program, too few to choke the instance. */
export const mostPids = 4096
/** Enough for a busy server. Docker's own limit may be a million, which programs that close every file they might have take seconds for. */
export const mostOpenFiles = 65_536
