#!/bin/sh
# Copies the primary into an empty volume, then follows it. The arguments are the command of the image.
set -eu

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  export PGPASSWORD="$REPLICATION_PASSWORD"
  set_up() { "$@" --host="$PRIMARY_HOST" --port="${PRIMARY_PORT:-5432}" --username=replicator --slot=replica; }
  # The slot of an earlier copy keeps the log that only the earlier copy needs. At the first start, there is none.
  set_up pg_receivewal --drop-slot 2>/dev/null || true
  # A copy that was interrupted is not a database, so it gets its name only when it is complete.
  rm -rf "$PGDATA.part"
  mkdir -p "$(dirname "$PGDATA")"
  set_up pg_basebackup --create-slot --write-recovery-conf --checkpoint=fast --pgdata="$PGDATA.part"
  if [ -d "$PGDATA" ]; then rmdir "$PGDATA"; fi
  mv "$PGDATA.part" "$PGDATA"
  unset PGPASSWORD
fi
exec docker-entrypoint.sh "$@"
