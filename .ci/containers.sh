#!/usr/bin/env bash
# Builds the image from the tarballs of `pnpm run pack`, and runs it with a replica and PgBouncer, as deploy/README.md says: it
# submits a match, restarts the service, and stops everything.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
cp -R apps/service/deploy/. "$folder"
cp dist/packages/partner-rating-{ratings,server,service,spec}-*.tgz "$folder"
cd "$folder"
cat >.env <<SETTINGS
PUBLIC_URL=https://ratings.example
SECRETS_KEY=$(openssl rand -base64 32)
POSTGRES_PASSWORD=$(openssl rand -hex 24)
REPLICATION_PASSWORD=$(openssl rand -hex 24)
SETTINGS
export COMPOSE_FILE=compose.yaml:compose.replica.yaml

clean_up() {
  status=$?
  if [ "$status" -ne 0 ]; then docker compose logs --no-color --tail=200; fi
  docker compose down --volumes
  exit "$status"
}
trap clean_up EXIT

# Waits until every container that has a health check is healthy.
up() { docker compose up --detach --wait --wait-timeout 300 "$@"; }
operator() {
  docker compose exec -T service /opt/partner-rating/node_modules/.bin/partner-rating-service operator "$@"
}
create_player() {
  printf '%s' 'forehand-winner-41' |
    operator member create --email "$1@club.example" --first-name "$1" --last-name Lee --birth-date 1990-05-01 --json |
    jq --exit-status .memberNumber
}
api=http://localhost:3001/api/v1/partner
call() {
  curl --fail-with-body --silent --show-error --header "X-API-Key: $key" --header 'Content-Type: application/json' "$@"
}
rating() { call "$api/member?memberId=$ann" | jq --exit-status .sport.pickleball.R; }

echo '1. Build the image, and start all containers.'
up --build
# The replica may need a moment until it has replayed everything. The job has a time limit.
until curl --silent http://localhost:3001/readyz | jq --exit-status '.replicas.usable == 1'; do sleep 1; done

echo '2. Submit a match.'
operator partner create club --name Club --redirect-uri https://club.example/back >/dev/null
key=$(operator partner key create club --scope key:match:submit key:match:submit:trusted key:member:read --json |
  jq --raw-output --exit-status .apiKey)
ann=$(create_player Ann)
bo=$(create_player Bo)
call --data @- "$api/matches" <<MATCH
{"sport":"pickleball","winScore":11,"winBy":2,
 "matches":[{"identifier":"first","teams":[["$ann"],["$bo"]],"games":[{"scores":[11,8]},{"scores":[11,6]}]}]}
MATCH
first=$(rating)

echo '3. Restart the service. The rating is the same.'
docker compose restart service
up
[ "$(rating)" = "$first" ]

echo '4. Stop. The service finishes its work, and exits with 0.'
container=$(docker compose ps --quiet service)
docker compose stop
[ "$(docker inspect --format '{{.State.ExitCode}}' "$container")" = 0 ]
