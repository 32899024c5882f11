#!/bin/sh
# Dumps the database into a new file, and deletes old dumps. partner-rating-backup.timer runs it each night.
#
#   DATABASE_URL=postgres://partner_rating:choose-one@localhost:5432/partner_rating BACKUP_FOLDER=/mnt/backups sh backup.sh
#
# DATABASE_URL must lead to PostgreSQL itself, not to PgBouncer. BACKUP_DAYS says how many days to keep a dump. After each complete
# dump, the script writes the time into the file BACKUP_METRICS, for the textfile collector of Prometheus's node exporter. Without the
# folder of this file, it writes nothing there.
set -eu

: "${DATABASE_URL:?Set DATABASE_URL to the address of PostgreSQL, not of PgBouncer.}"
: "${BACKUP_FOLDER:?Set BACKUP_FOLDER to a folder on another machine.}"

# A dump has the whole database.
umask 077
# A file has its name only if the dump is complete.
pg_dump --format=custom --file="$BACKUP_FOLDER/unfinished" "$DATABASE_URL"
mv "$BACKUP_FOLDER/unfinished" "$BACKUP_FOLDER/partner_rating-$(date +%F).dump"
find "$BACKUP_FOLDER" -maxdepth 1 -name 'partner_rating-*.dump' -mtime "+${BACKUP_DAYS:-30}" -delete
metrics=${BACKUP_METRICS:-}
if [ -d "${metrics%/*}" ]; then
  echo "partner_rating_last_backup_timestamp_seconds $(date +%s)" >"$metrics.new"
  # The exporter is another user, and must never read half a file.
  chmod 644 "$metrics.new"
  mv "$metrics.new" "$metrics"
fi
