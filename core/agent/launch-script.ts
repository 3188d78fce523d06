const smallNode =
  '--optimize-for-size --max-semi-space-size=1 --v8-pool-size=0 --no-opt --no-maglev --no-sparkplug'

/**
 * `sh launch FOLDER BOOTSTRAP` becomes the agent of the release that FOLDER/current names, one of those in FOLDER/releases. Whoever restarts what
 * ends (systemd on instances) starts it again. A release on its first start (`trial`) that ended before it had proved itself (`tried`) gives way to
 * the one before (`previous`); `refused` then says of which attempt that was. Each step can be repeated after a death at any moment.
 *
 * The agent waits most of its time and shares a small machine: one arena of malloc, a small young generation and no compilers, whose own code
 * would be resident too, save a quarter of its memory (`npm run bench agent`).
 */
export const launchScript = `#!/bin/sh
set -eu
cd "$1"
if [ -e tried ]; then
  if [ "$(cat current)" = "$(cat previous)" ]; then
    rm -f tried
  else
    cp tried refused.new
    mv -f refused.new refused
    cp previous current.new
    mv -f current.new current
    rm -f tried
  fi
elif [ -e trial ]; then
  mv -f trial tried
fi
release=$1/releases/$(cat current)
export MALLOC_ARENA_MAX=1
exec "$release/node" ${smallNode} "$release/agent.js" --bootstrap "$2" --releases "$1"
`
