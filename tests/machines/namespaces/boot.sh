#!/bin/bash
# The first process of an instance that is made of namespaces: gives it folders of its own, then does what its user data says, once.
# boot.sh FOLDER; beside this file stands what it has in the place of systemd.
set -euo pipefail
folder=$1
mount --make-rprivate /
for part in etc opt; do
  mkdir -p "$folder/$part" "$folder/$part.work"
  mount -t overlay overlay -o "lowerdir=/$part,upperdir=$folder/$part,workdir=$folder/$part.work" "/$part"
done
mount -t tmpfs tmpfs /run
export FOLDER=$folder
PATH=$(dirname "$0"):$PATH "$folder/user-data" > "$folder/user-data.log" 2>&1 || echo "User data failed with $?." >> "$folder/user-data.log"
# Services go on; whatever they leave behind is reaped.
exec sleep infinity
