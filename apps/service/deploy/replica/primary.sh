#!/bin/sh
# Lets a replica copy this PostgreSQL. The image runs it once, with a new volume. For an older volume, run it yourself:
#   docker compose exec --user=postgres postgres sh /docker-entrypoint-initdb.d/primary.sh
set -e

echo 'host replication replicator all scram-sha-256' >>"$PGDATA/pg_hba.conf"
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" <<'SQL'
\getenv password REPLICATION_PASSWORD
create role replicator replication login password :'password';
select pg_reload_conf() \g /dev/null
SQL
