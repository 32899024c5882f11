#!/bin/sh
# A restore drill. It dumps the database, restores the dump into a temporary PostgreSQL, and checks there that ratings and matches
# agree. Then it recovers a base backup of the temporary PostgreSQL to a moment before a mistake. It only reads your database. The
# temporary PostgreSQL listens only on a socket in its own folder, and the script deletes it at the end.
#
#   DATABASE_URL=postgres://partner_rating:choose-one@localhost:5432/partner_rating sh backup-drill.sh
#
# DATABASE_URL must lead to PostgreSQL itself, not to PgBouncer. SECRETS_KEY (or DATA_DIR) is that of the service. PG_BIN is the folder of PostgreSQL's programs, which need the
# version of the server or a newer one. OPERATOR is the operator's command; the default is the command of this package.
# PostgreSQL refuses to run as root, so if you are root, it runs as PG_USER.
set -eu

: "${DATABASE_URL:?Set DATABASE_URL to the address of PostgreSQL, not of PgBouncer.}"
# Without an installation, npx would run the newest release, which may have another schema.
main=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)/dist/main.mjs
if [ -z "${OPERATOR:-}" ] && [ ! -f "$main" ]; then
  echo "There is no $main. Run the script where the package has it, or set OPERATOR to the operator's command." >&2
  exit 1
fi
PG_BIN=${PG_BIN:-$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort --version-sort | tail -n 1)}
PG_USER=${PG_USER:-postgres}
PATH=$PG_BIN:$PATH

# The dump and the scratch server have the whole database, and a superuser without a password.
umask 077
work=$(mktemp -d)

if [ "$(id -u)" = 0 ]; then
  as_server() { runuser -u "$PG_USER" -- "$@"; }
else
  as_server() { "$@"; }
fi
stop() { as_server pg_ctl stop --silent --pgdata="$work/server/$1" --mode=fast; }
clean_up() {
  # A second Ctrl-C must not end this half-way.
  trap '' INT TERM HUP
  for cluster in first recovered; do
    if [ -f "$work/server/$cluster/postmaster.pid" ]; then stop $cluster || true; fi
  done
  cd /
  rm -rf "$work"
}
trap clean_up EXIT
# dash does not run the trap of EXIT when a signal ends it.
trap 'exit 130' INT
trap 'exit 143' TERM HUP

mkdir -m 700 "$work/server"
if [ "$(id -u)" = 0 ]; then
  # PG_USER goes through the one folder and owns the other.
  chmod 711 "$work"
  chown "$PG_USER" "$work/server"
fi
cd "$work/server"
scratch="postgres://drill@localhost/drill?host=$work/server"

on_scratch() {
  DATABASE_URL=$scratch "$@" 2>"$work/errors" || {
    cat "$work/errors" >&2
    return 1
  }
}
# operator COMMAND...: on the scratch database.
operator() { on_scratch ${OPERATOR:-node "$main" operator} "$@"; }
query() { psql --no-psqlrc --quiet --tuples-only --no-align --dbname="$scratch" --command="$1"; }
start() {
  as_server pg_ctl start --silent --wait --pgdata="$work/server/$1" --log="$work/server/$1.log" || {
    cat "$work/server/$1.log" >&2
    return 1
  }
}

echo '1. Dump the database.'
pg_dump --format=custom --file="$work/dump" "$DATABASE_URL"

echo '2. Restore the dump into a scratch PostgreSQL, and audit it.'
as_server initdb --username=drill --auth=trust --encoding=UTF8 --locale=C --pgdata="$work/server/first" >/dev/null
as_server mkdir "$work/server/archive"
as_server tee -a "$work/server/first/postgresql.conf" >/dev/null <<SETTINGS
listen_addresses = ''
unix_socket_directories = '$work/server'
unix_socket_permissions = 0700
archive_mode = on
archive_command = 'test ! -f $work/server/archive/%f && cp %p $work/server/archive/%f'
SETTINGS
start first
psql --no-psqlrc --quiet --dbname="postgres://drill@localhost/postgres?host=$work/server" --command='create database drill'
pg_restore --no-owner --no-privileges --exit-on-error --dbname="$scratch" "$work/dump"
# The package may be newer than the dump. The operator's command does not upgrade a schema.
[ -n "${OPERATOR:-}" ] || on_scratch node "$main" migrate
operator ratings audit

echo '3. Take a base backup while it runs.'
as_server pg_basebackup --checkpoint=fast --pgdata="$work/server/recovered" \
  --dbname="postgres://drill@localhost/?host=$work/server"

echo '4. Go on after the backup: a partner is let in, and then another one by mistake.'
operator partner create drill-wanted --name Wanted --redirect-uri https://wanted.example/callback >/dev/null
moment=$(query 'select clock_timestamp()')
operator partner create drill-mistake --name Mistake --redirect-uri https://mistake.example/callback >/dev/null
query 'select pg_switch_wal()' >/dev/null
stop first

echo "5. Recover to $moment, before the mistake."
as_server touch "$work/server/recovered/recovery.signal"
as_server tee -a "$work/server/recovered/postgresql.conf" >/dev/null <<SETTINGS
archive_mode = off
restore_command = 'cp $work/server/archive/%f %p'
recovery_target_time = '$moment'
recovery_target_action = promote
SETTINGS
start recovered
while [ "$(query 'select pg_is_in_recovery()')" = t ]; do sleep 0.1; done

echo '6. Audit it: what was wanted is there, the mistake is not.'
operator ratings audit
operator partner show drill-wanted >/dev/null
if operator partner show drill-mistake >/dev/null 2>&1; then
  echo 'The mistake is still there.' >&2
  exit 1
fi
echo 'The backups of this database can be restored.'
